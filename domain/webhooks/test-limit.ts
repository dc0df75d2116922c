/** How many test events a team may send: each holds a request open for as long as its receiver likes. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { Problem } from "@/domain/errors"
import { processWide } from "@/domain/process-wide"
import { limiterStore } from "@/domain/usage/limiter-store"

export const testsPerMinute = 10

/** Takes one, or throws `rate_limited`. */
export async function takeTest(teamId: string): Promise<void> {
  try {
    await limiter().consume(teamId)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
  }
}

const limiter = () =>
  processWide("limit:webhook-test", () => {
    const options = { keyPrefix: "webhook-test", points: testsPerMinute, duration: 60 }
    const store = limiterStore()
    if (!store) return new RateLimiterMemory(options)
    return new RateLimiterPostgres({ ...options, ...store, insuranceLimiter: new RateLimiterMemory(options) })
  })

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
