/** Admits a REST request: checks the plan, and counts the request against the quotas of the key and the team. */
import "server-only"
import type { LimitState } from "@/domain/kernel/context"
import { limitsOfTeam, requireDeveloperAccess } from "@/domain/kernel/plans"
import type { Caller } from "@/domain/keys/authenticate"
import { admit } from "@/domain/usage/admit"
import { chargeRequest, type Quota, rateLimitFields, refundRequest } from "@/domain/usage/quotas"

/** A request that the limits have admitted, with its rate limits and their headers. */
export type AdmittedRequest = {
  headers: Record<string, string>
  rateLimits: LimitState[]
  /** Refunds the request, for a 304. Returns the updated headers. */
  refund(): Promise<Record<string, string>>
  /** Must be called when the request has ended. It frees the key's in-flight slot. */
  end(): void
}

/**
 * For keys of a plan without API access: this many requests per minute get `plan_required`, and further ones
 * `rate_limited`. The quotas of such a plan are zero, so they cannot be used here.
 */
const planRefusalsPerMinute = 60

/** Throws `plan_required`, `rate_limited` or `concurrency_limited`. */
export async function admitRequest({ team, actor }: Caller): Promise<AdmittedRequest> {
  const limits = limitsOfTeam(team)
  // A separate counter, because the key may have made many requests just before the plan changed.
  const refusals = { policy: "key" as const, id: `${actor.id}:plan`, quota: planRefusalsPerMinute }
  if (!limits.hasDeveloperAccess) await chargeRequest([refusals])
  requireDeveloperAccess(team)
  const quotas: Quota<LimitState["policy"]>[] = [
    { policy: "key", id: actor.id, quota: limits.keyRequestsPerMinute },
    { policy: "team", id: team.id, quota: limits.teamRequestsPerMinute },
  ]
  const caller = { id: actor.id, name: "An API key", maxInFlight: limits.concurrentRequestsPerKey }
  const { states: rateLimits, release: end } = await admit(caller, quotas)
  const refund = async () => rateLimitFields(await refundRequest(quotas, rateLimits))
  return { headers: rateLimitFields(rateLimits), rateLimits, refund, end }
}
