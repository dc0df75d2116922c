/** Leases due deliveries to this process: nobody else attempts them until the lease ends. */
import { newId } from "@/domain/ids"
import { processWide } from "@/domain/process-wide"
import { acrossTeams, inTeam, rows } from "@/prisma/client"
import { claimOneStatement, claimStatement } from "./claim-statement"
import { leaseToken } from "./lease-holder"
import type { Leased } from "./leased"
import { plannedUnder } from "./planned"
import { answered } from "./unwritten"

/** The claims of other processes wait for this one: more would hold them up for longer. */
export const maxClaimed = 60

/** Endpoints whose turn it is, in one claim: many, to find what there is; few while those have enough, as looking costs time. */
const many = 100
const few = 16

/** Where the next claim goes on (empty: at the beginning), and whether few endpoints are enough for it. */
const place = () => processWide("webhook-claim", () => ({ after: "", isPlenty: false }))

/** At most `limit` deliveries, none of which anybody else has. Fewer: there are no more for now, unless `mayBeMore()`. */
export async function claim(limit = maxClaimed): Promise<Leased[]> {
  const most = Math.min(limit, maxClaimed)
  const found = place().isPlenty ? await claimAmong(few, most) : []
  place().isPlenty = found.length > 0
  if (found.length > 0) return found
  const leased = await claimAmong(many, most)
  place().isPlenty = leased.length === most
  return leased
}

/** The last claim took all it could, or looked at few endpoints only: others may have something too. */
export const mayBeMore = () => place().isPlenty

/** All endpoints with anything pending have had their turn. */
export const isAround = () => place().after === ""

async function claimAmong(endpoints: number, limit: number): Promise<Leased[]> {
  const { after } = place()
  // Across teams: whoever delivers works for all of them, and is to be fair.
  const claimed = await acrossTeams(() =>
    plannedUnder<Claimed>(
      oneAtATime,
      claimStatement({ limit, after, endpoints, answered: answered(), ...tickets(limit) }),
    ),
  )
  place().after = claimed[0]?.after ?? ""
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
