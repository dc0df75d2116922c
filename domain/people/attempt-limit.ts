/** Limits how often a password, a sign-up or a sign-in link may be tried, against guessing and floods. */
import { createHash } from "node:crypto"
import { Problem } from "@/domain/errors"
import { type Quota, returnRequest, takeRequest } from "@/domain/usage/quotas"

const minutes = (count: number) => count * 60

/** Every attempt takes from its limits before it is checked, so that parallel guesses count one by one. */
const limits = {
  /** Failed sign-ins of one network to all accounts, without known devices. */
  sign_in_network: { quota: 50, window_seconds: minutes(15) },
  /** Failed sign-ins of one network to one account. */
  sign_in_account_network: { quota: 10, window_seconds: minutes(15) },
  /** Failed sign-ins of all unknown devices to one account. */
  sign_in_account: { quota: 30, window_seconds: minutes(60) },
  /** Failed sign-ins of one known device to its account. */
  sign_in_device: { quota: 10, window_seconds: minutes(15) },
  sign_up: { quota: 100, window_seconds: minutes(60) },
  /** Sign-in links that one network asks for. */
  letter_network: { quota: 10, window_seconds: minutes(15) },
  /** Sign-in links to one address. */
  letter_address: { quota: 10, window_seconds: minutes(15) },
  /** Wrong current passwords of one signed-in person. */
  password: { quota: 10, window_seconds: minutes(15) },
}

/** `id` names who is counted. */
export type Attempt = { policy: keyof typeof limits; id: string }

/** Takes one attempt from each limit, or throws `rate_limited` and takes none. */
export async function takeAttempts(attempts: readonly Attempt[]): Promise<void> {
  try {
    await takeRequest(attempts.map(quotaOf))
  } catch (error) {
    throw error instanceof Problem && error.code === "rate_limited" ? tooMany(error) : error
  }
}

/** Returns attempts that succeeded: only failures count. */
export const returnAttempts = (attempts: readonly Attempt[]) => returnRequest(attempts.map(quotaOf))

/** An email address as the id of a limit. A hash, because the counters should not list addresses. */
export const addressKey = (email: string) => createHash("sha256").update(email).digest("base64url")

const quotaOf = ({ policy, id }: Attempt): Quota => ({ policy, id, ...limits[policy] })

function tooMany({ headers }: Problem) {
  const seconds = headers["Retry-After"] ?? "60"
  const wait = Math.ceil(Number(seconds) / 60)
  return new Problem("rate_limited", `Too many attempts. Try again in ${wait} ${wait === 1 ? "minute" : "minutes"}.`, {
    headers: { "Retry-After": seconds },
  })
}
