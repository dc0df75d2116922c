/** How many test events a team may send: each holds a request open for as long as its receiver likes. */
import { RateLimiterRes } from "rate-limiter-flexible"
import { Problem } from "@/domain/errors"
import { limiter } from "@/domain/usage/limiter"

export const testsPerMinute = 10

/** Takes one, or throws `rate_limited`. */
export async function takeTest(teamId: string): Promise<void> {
  const counting = await limiter("webhook-test", testsPerMinute)
  try {
    await counting.consume(teamId)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return new Problem(
    "rate_limited",
    `A team may send ${testsPerMinute} test events a minute. Try again in ${seconds} s.`,
    {
      extra: { "violated-policies": ["webhook-test"] },
      headers: { "Retry-After": String(seconds) },
    },
  )
}
