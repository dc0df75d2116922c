/** Leases due deliveries to this process: nobody else attempts them until the lease ends. */
import { newId } from "@/domain/ids"
import { processWide } from "@/domain/process-wide"
import { acrossTeams, inTeam, rows } from "@/prisma/client"
import { claimOneStatement, claimStatement } from "./claim-statement"
import { leaseToken } from "./lease-holder"
import type { Leased } from "./leased"
import { plannedUnder } from "./planned"

/** More would hold up the claims of other processes for longer than 10 ms. */
export const maxClaimed = 40

/** At most `limit` deliveries, none of which anybody else has. */
export async function claim(limit = maxClaimed): Promise<Leased[]> {
  const place = processWide("webhook-claim", () => ({ after: "" }))
  const most = Math.min(limit, maxClaimed)
  // Across teams: whoever delivers works for all of them, and is to be fair.
  const claimed = await acrossTeams(() =>
    plannedUnder<Claimed>(oneAtATime, claimStatement({ limit: most, after: place.after, ...tickets(most) })),
  )
  place.after = claimed[0]?.after ?? ""
  return claimed.filter((one): one is Leased & Claimed => one.id !== null)
}

/** This delivery alone, now, though its endpoint be paused or throttled; null when it is not pending. */
export async function claimDelivery(teamId: string, deliveryId: string): Promise<Leased | null> {
  const [leased] = await inTeam(teamId, () => rows<Leased>(claimOneStatement(teamId, deliveryId, tickets(1))))
  return leased ?? null
}

const tickets = (count: number) => ({
  token: leaseToken(),
  attemptIds: Array.from({ length: count }, () => newId("attempt")),
})

/** Without a delivery, all but `after` is null. */
type Claimed = (Leased | { id: null }) & { after: string }

/** One claim at a time in the whole installation, so that each sees what the one before it leased: without, two would fill the same endpoint's places twice. */
const oneAtATime = "select pg_advisory_xact_lock(hashtextextended('signalbox webhook claim', 0))"
