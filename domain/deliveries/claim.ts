/** Leases due deliveries to this process. No other process attempts them until the lease ends. */
import { newId } from "@/domain/kernel/ids"
import { leaseToken } from "@/domain/kernel/lease-holder"
import { acrossTeams, inTeam, rows } from "@/prisma/client"
import { claimOneStatement, claimStatement, type Leasing } from "./claim-statement"
import type { Leased } from "./leased"
import { ownAttempts } from "./own-attempts"
import { planned } from "./planned"
import { requestSlots } from "./request-slots"

/** Maximum deliveries per claim. */
export const maxClaimed = 100

/** Leases at most `limit` deliveries. */
export const claim = (limit = maxClaimed): Promise<Leased[]> =>
  leasing(Math.min(limit, maxClaimed), (lease) => {
    const { shared, isBusy } = requestSlots()
    const statement = claimStatement({ ...lease, limit: lease.attemptIds.length, sharedSlots: shared, isBusy })
    // Across teams: workers deliver for all teams, and the claim must be fair between them.
    return acrossTeams(() => planned<Leased>(statement))
  })

/** Leases this delivery now, even if its endpoint is paused or throttled. Returns null when it is not pending. */
export async function claimDelivery(teamId: string, deliveryId: string): Promise<Leased | null> {
  const statement = (lease: Leasing) => claimOneStatement(teamId, deliveryId, lease)
  const [leased] = await leasing(1, (lease) => inTeam(teamId, () => rows<Leased>(statement(lease))))
  return leased ?? null
}

/** Notes the attempts before the claim is sent. If its response is lost, the heartbeat finds leases that are not noted any more. */
async function leasing(count: number, lease: (leasing: Leasing) => Promise<Leased[]>): Promise<Leased[]> {
  const attemptIds = Array.from({ length: count }, () => newId("attempt"))
  for (const id of attemptIds) ownAttempts().add(id)
  const unused = new Set(attemptIds)
  try {
    const leased = await lease({ token: leaseToken(), attemptIds })
    for (const { attempt_id } of leased) unused.delete(attempt_id)
    return leased
  } finally {
    for (const id of unused) ownAttempts().delete(id)
  }
}
