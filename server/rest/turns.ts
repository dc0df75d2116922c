/** Rate limits by key and by team, and how many requests of a key may be in flight at once. */
import "server-only"
import type { LimitState } from "@/domain/context"
import type { Caller } from "@/domain/keys/authenticate"
import { limitsOfTeam } from "@/domain/plans"
import { enterInFlight } from "@/domain/usage/in-flight"
import { type Quota, rateLimitFields, refundRequest, takeRequest } from "@/domain/usage/quotas"

/** One admitted request: what its response says of the limits, and how to give the request back. */
export type Turn = {
  headers: Record<string, string>
  states: LimitState[]
  /** For a 304. Returns the headers as they are then. */
  refund(): Promise<Record<string, string>>
  end(): void
}

/** Takes one request off the key's and the team's quota, or throws `rate_limited` / `concurrency_limited`. */
export async function takeTurn({ team, actor }: Caller): Promise<Turn> {
  const limits = limitsOfTeam(team)
  const quotas: Quota<LimitState["policy"]>[] = [
    { policy: "key", id: actor.id, quota: limits.keyRequestsPerMinute },
    { policy: "team", id: team.id, quota: limits.teamRequestsPerMinute },
  ]
  const end = enterInFlight({ id: actor.id, name: "A key" }, limits.concurrentRequestsPerKey)
  try {
    const states = await takeRequest(quotas)
    const refund = async () => rateLimitFields(await refundRequest(quotas, states))
    return { headers: rateLimitFields(states), states, refund, end }
  } catch (failure) {
    end()
    throw failure
  }
}
