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

/**
 * Looks up a key or token even when the network has too many failures, so guesses cannot lock out a valid one. All
 * guesses of such networks together use at most two database connections. `wasFoundBefore`: this process has found the
 * key or token before, so it is no guess.
 */
export async function lookUpGuarded<T>(
  origin: RequestOrigin,
  wasFoundBefore: boolean,
  lookUp: () => Promise<T>,
): Promise<T> {
  const isLikelyGuess = !wasFoundBefore && (await isOverFailureLimit(origin))
  return isLikelyGuess ? processWide("queued-key-look-ups", () => pLimit(2))(lookUp) : lookUp()
}

/** True while this network has no failures left in the current minute. */
async function isOverFailureLimit(origin: RequestOrigin): Promise<boolean> {
  const state = await failures().get(rateLimitKeyOf(origin.ip))
  return state !== null && state.consumedPoints >= failedAttemptsPerMinute
}

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
