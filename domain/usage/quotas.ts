/** Charges requests to quotas with fixed windows, and refunds some of them. */
import { RateLimiterRes } from "rate-limiter-flexible"
import { Problem } from "@/domain/kernel/errors"
import { limiter, minuteSeconds } from "./limiter"

/** `id` identifies the key, team, user or network that is counted. The default window is one minute. */
export type Quota<Policy extends string = string> = {
  policy: Policy
  id: string
  quota: number
  window_seconds?: number
}

export type QuotaState<Policy extends string = string> = {
  policy: Policy
  quota: number
  window_seconds: number
  remaining: number
  resets_in_seconds: number
}

/**
 * Charges one request to each quota, or throws `rate_limited`. When one quota rejects the request, the others are not
 * charged.
 */
export async function takeRequest<Policy extends string>(quotas: Quota<Policy>[]): Promise<QuotaState<Policy>[]> {
  const taken = await Promise.all(quotas.map(take))
  const states = taken.map(({ state }) => state)
  const exceeded = states.filter((_, i) => taken[i]?.isExceeded)
  if (exceeded.length === 0) return states
  await returnRequest(quotas.filter((_, i) => !taken[i]?.isExceeded))
  throw rateLimited(exceeded, states)
}

/**
 * Refunds a request to each quota, and returns the new states. A quota refunds at most its size per window, so no more
 * than twice the quota can pass.
 */
export const refundRequest = <Policy extends string>(quotas: Quota<Policy>[], states: QuotaState<Policy>[]) =>
  Promise.all(
    states.map(async (state, i) => {
      const quota = quotas[i]
      if (!quota || !(await takeRefund(quota, state.resets_in_seconds))) return state
      await giveBack(quota)
      return { ...state, remaining: state.remaining + 1 }
    }),
  )

/** Returns a request that must not count, without a limit on returns. */
export const returnRequest = (quotas: Quota[]) => Promise.all(quotas.map(giveBack))

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitFields = (states: QuotaState[]) => ({
  "RateLimit-Policy": states.map((s) => `"${s.policy}";q=${s.quota};w=${s.window_seconds}`).join(", "),
  RateLimit: states.map((s) => `"${s.policy}";r=${s.remaining};t=${s.resets_in_seconds}`).join(", "),
})

async function take<Policy extends string>({ policy, id, quota, window_seconds = minuteSeconds }: Quota<Policy>) {
  const counting = await limiter(policy, quota, window_seconds)
  const used = await counting.consume(id).catch(passOrThrow)
  const state: QuotaState<Policy> = {
    policy,
    quota,
    window_seconds,
    remaining: Math.max(0, quota - used.consumedPoints),
    resets_in_seconds: Math.ceil(used.msBeforeNext / 1000),
  }
  return { state, isExceeded: used.consumedPoints > quota }
}

/** Returns false when no refunds are left in the window. Refunds are counted until the window of the quota ends. */
async function takeRefund({ policy, id, quota }: Quota, secondsLeft: number) {
  const refunds = await limiter(`${policy}-refund`, quota)
  const used = await refunds.consume(id, 1, { customDuration: Math.max(1, secondsLeft) }).catch(passOrThrow)
  return used.consumedPoints <= quota
}

const giveBack = async ({ policy, id, quota, window_seconds }: Quota) =>
  (await limiter(policy, quota, window_seconds)).reward(id)

function passOrThrow(refused: unknown): RateLimiterRes {
  if (refused instanceof RateLimiterRes) return refused
  throw refused
}

function rateLimited(exceeded: QuotaState[], states: QuotaState[]) {
  const seconds = Math.max(1, ...exceeded.map((s) => s.resets_in_seconds))
  return new Problem("rate_limited", `The rate limit is used up. Try again in ${seconds} s.`, {
    extra: { "violated-policies": exceeded.map((s) => s.policy) },
    headers: { ...rateLimitFields(states), "Retry-After": String(seconds) },
  })
}
