/** Failed authentications, counted by address: past the limit the answer is 429, and nothing is looked up for guessed keys. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { Origin } from "@/domain/context"
import { Problem } from "@/domain/errors"
import { processWide } from "@/domain/process-wide"
import { networkKey } from "@/domain/usage/network-key"

export const failedAttemptsPerMinute = 100

/** Counts one failure from this address; throws `rate_limited` once it has too many. */
export async function countFailure(origin: Origin): Promise<void> {
  const state = await attempts()
    .consume(networkKey(origin.ip))
    .catch((refused) => refused)
  if (state instanceof RateLimiterRes && state.consumedPoints <= failedAttemptsPerMinute) return
  throw state instanceof RateLimiterRes ? tooMany(state) : state
}

/** Throws `rate_limited` while this address has too many failures. */
export async function refuseFlood(origin: Origin): Promise<void> {
  const state = await attempts().get(networkKey(origin.ip))
  if (state && state.consumedPoints >= failedAttemptsPerMinute) throw tooMany(state)
}

const attempts = () =>
  processWide(
    "failed-authentication",
    () => new RateLimiterMemory({ points: failedAttemptsPerMinute, duration: 60, keyPrefix: "failed" }),
  )

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new Problem("rate_limited", "Too many failed attempts from this address. Check the key, then try again.", {
    extra: { "violated-policies": ["failed-authentication"] },
    headers: { "Retry-After": String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
  })
