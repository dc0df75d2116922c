/** Limits the test requests of a team. Each one stays open until the other side responds. */
import { RateLimiterRes } from "rate-limiter-flexible"
import { Problem } from "@/domain/kernel/errors"
import { limiter } from "./limiter"

export const testsPerMinute = 10

const policies = { "webhook-test": "send test events to webhooks", "engine-test": "test AI engines" }

/** Counts one test, or throws `rate_limited`. */
export async function takeTest(teamId: string, policy: keyof typeof policies): Promise<void> {
  const counting = await limiter(policy, testsPerMinute)
  try {
    await counting.consume(teamId)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused, policy) : refused
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes, policy: keyof typeof policies) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return new Problem(
    "rate_limited",
    `A team can ${policies[policy]} ${testsPerMinute} times per minute. Try again in ${seconds} s.`,
    { extra: { "violated-policies": [policy] }, headers: { "Retry-After": String(seconds) } },
  )
}
