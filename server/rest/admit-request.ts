/** Rate limits by key and by team, and the limit of concurrent requests per key. */
import "server-only"
import type { LimitState } from "@/domain/kernel/context"
import { limitsOfTeam } from "@/domain/kernel/plans"
import type { Caller } from "@/domain/keys/authenticate"
import { enterInFlight } from "@/domain/usage/in-flight"
import { type Quota, rateLimitFields, refundRequest, takeRequest } from "@/domain/usage/quotas"

/** One admitted request: its rate limit headers, and how to refund and end it. */
export type AdmittedRequest = {
  headers: Record<string, string>
  states: LimitState[]
  /** Refunds the request, for a 304. Returns the updated headers. */
  refund(): Promise<Record<string, string>>
  end(): void
}

/** Takes one request from the quotas of the key and the team, or throws `rate_limited` or `concurrency_limited`. */
export async function admitRequest({ team, actor }: Caller): Promise<AdmittedRequest> {
  const limits = limitsOfTeam(team)
  const quotas: Quota<LimitState["policy"]>[] = [
    { policy: "key", id: actor.id, quota: limits.keyRequestsPerMinute },
    { policy: "team", id: team.id, quota: limits.teamRequestsPerMinute },
  ]
  const end = enterInFlight({ id: actor.id, name: "An API key" }, limits.concurrentRequestsPerKey)
  try {
    const states = await takeRequest(quotas)
    const refund = async () => rateLimitFields(await refundRequest(quotas, states))
    return { headers: rateLimitFields(states), states, refund, end }
  } catch (failure) {
    end()
    throw failure
  }
}
