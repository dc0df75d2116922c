/**
 * Limits password attempts, sign-ups and sign-in links, so that attackers can neither guess passwords nor overload the
 * service.
 */
import { Problem } from "@/domain/kernel/errors"
import { chargeRequest, type Quota, refundWithoutLimit } from "@/domain/usage/quotas"

const minutes = (count: number) => count * 60

/** An attempt is counted before the password is checked, so parallel guesses cannot exceed a limit. */
const limits = {
  /** Failed sign-ins from unknown devices in one network to all accounts. */
  sign_in_network: { quota: 50, window_seconds: minutes(15) },
  /** Failed sign-ins from unknown devices in one network to one account. */
  sign_in_account_network: { quota: 10, window_seconds: minutes(15) },
  /** Failed sign-ins from all unknown devices to one account. */
  sign_in_account: { quota: 30, window_seconds: minutes(60) },
  /** Failed sign-ins from one known device to its account. */
  sign_in_device: { quota: 10, window_seconds: minutes(15) },
  /** Sign-ups from one network. */
  sign_up: { quota: 100, window_seconds: minutes(60) },
  /** Sign-in links requested from one network. */
  email_link_network: { quota: 10, window_seconds: minutes(15) },
  /** Sign-in links for one address. */
  email_link_address: { quota: 10, window_seconds: minutes(15) },
  /** Wrong current passwords of one signed-in user. */
  password: { quota: 10, window_seconds: minutes(15) },
}

/** `id` identifies the network, account, device or user that is limited. */
export type Attempt = { policy: keyof typeof limits; id: string }

/**
 * Counts one attempt in each limit. When a limit is exceeded, throws `rate_limited` and refunds the attempt to the
 * others.
 */
export async function countAttempts(attempts: readonly Attempt[]): Promise<void> {
  try {
    await chargeRequest(attempts.map(quotaOf))
  } catch (error) {
    throw error instanceof Problem && error.code === "rate_limited" ? tooManyAttempts(error) : error
  }
}

/** Refunds attempts that succeeded, so that only failures count. */
export const refundAttempts = (attempts: readonly Attempt[]) => refundWithoutLimit(attempts.map(quotaOf))

const quotaOf = ({ policy, id }: Attempt): Quota => ({ policy, id, ...limits[policy] })

function tooManyAttempts({ headers }: Problem) {
  const seconds = headers["Retry-After"] ?? "60"
  const wait = Math.ceil(Number(seconds) / 60)
  return new Problem("rate_limited", `Too many attempts. Try again in ${wait} ${wait === 1 ? "minute" : "minutes"}.`, {
    headers: { "Retry-After": seconds },
  })
}
