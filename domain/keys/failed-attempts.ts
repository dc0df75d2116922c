/**
 * Counts failed authentications by network, those with keys and those with access tokens of apps. Over the limit,
 * failures return 429, and look-ups of unknown keys and tokens are queued.
 */
import pLimit from "p-limit"
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { RequestOrigin } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { processWide } from "@/domain/kernel/process-wide"

export const failedAttemptsPerMinute = 100

/** Counts one failure from this address. Throws `rate_limited` when the limit is exceeded. */
export async function countFailure(origin: RequestOrigin): Promise<void> {
  try {
    await failures().consume(rateLimitKeyOf(origin.ip))
  } catch (error) {
    // The library throws its result when the limit is exceeded.
    throw error instanceof RateLimiterRes ? tooManyFailures(error) : error
  }
}

/** True while this network has no failures left in the current minute. */
export async function isOverFailureLimit(origin: RequestOrigin): Promise<boolean> {
  const state = await failures().get(rateLimitKeyOf(origin.ip))
  return state !== null && state.consumedPoints >= failedAttemptsPerMinute
}

/**
 * Looks up a key or token for a network that is over the limit. A valid one among the guesses is still found, but all
 * guesses together use at most two database connections.
 */
export const lookUpQueued = <T>(lookUp: () => Promise<T>): Promise<T> =>
  processWide("queued-key-look-ups", () => pLimit(2))(lookUp)

const failures = () =>
  processWide(
    "failed-authentication",
    () => new RateLimiterMemory({ points: failedAttemptsPerMinute, duration: 60, keyPrefix: "failed" }),
  )

const tooManyFailures = ({ msBeforeNext }: RateLimiterRes) =>
  new Problem(
    "rate_limited",
    "Too many failed attempts from your network. Check the API key or access token, then try again later.",
    {
      extra: { "violated-policies": ["failed-authentication"] },
      headers: { "Retry-After": String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
    },
  )
