/** Leases due deliveries to this process: nobody else attempts them until the lease ends. */
import pLimit from "p-limit"
import { newId } from "@/domain/ids"
import { processWide } from "@/domain/process-wide"
import { acrossTeams, inTeam, rows } from "@/prisma/client"
import { claimOneStatement, claimStatement, type Looking } from "./claim-statement"
import { leaseToken } from "./lease-holder"
import type { Leased } from "./leased"
import { plannedUnder } from "./planned"
import { type Seen, Turns } from "./turns"
import { noRows, noteClaimed, underWay } from "./under-way"

/** The claims of other processes wait for this one: more would hold them up for longer. */
export const maxClaimed = 60

/** At most `limit` deliveries, none of which anybody else has. Fewer: there are no more for now, unless `mayBeMore()`. */
export async function claim(limit = maxClaimed): Promise<Leased[]> {
  const most = Math.min(limit, maxClaimed)
  const found = turns().isPlenty ? await claimAmong(turns().few(), most) : []
  if (found.length > 0) return found
  const leased = await claimAmong(turns().many(), most)
  turns().isPlenty = leased.length === most
  return leased
}

/** The last claim took all it could, or looked at few endpoints only: others may have something too. */
export const mayBeMore = () => turns().isPlenty

/** All endpoints with anything pending have had their turn. */
export const isAround = () => turns().isAround

const turns = () => processWide("webhook-turns", () => new Turns())

/** One after the other: what the one before leased is under way for the next. */
const claimAmong = (looking: Looking, limit: number): Promise<Leased[]> =>
  inTurn()(async () => {
    const claiming = { limit, looking, ...leasing(limit) }
    // Across teams: whoever delivers works for all of them, and is to be fair.
    const found = await acrossTeams(() => plannedUnder<Claimed>(oneAtATime, claimStatement(claiming)))
    const claimed = found.filter((one): one is Leased & Turn => one.id !== null).sort((a, b) => a.place - b.place)
    noteClaimed(claiming.token, claimed, claiming.underWay)
    turns().note(looking, found.find((one) => one.seen)?.seen ?? [], claimed)
    return claimed
  })

const inTurn = () => processWide("webhook-claims", () => pLimit(1))

/** This delivery alone, now, though its endpoint be paused or throttled; null when it is not pending. */
export async function claimDelivery(teamId: string, deliveryId: string): Promise<Leased | null> {
  // Beside claims that are being made, and which settle what becomes of rows.
  const claiming = { ...leasing(1), underWay: noRows(underWay()) }
  const claimed = await inTeam(teamId, () => rows<Leased>(claimOneStatement(teamId, deliveryId, claiming)))
  noteClaimed(claiming.token, claimed, claiming.underWay)
  return claimed[0] ?? null
}

const leasing = (count: number) => ({
  token: leaseToken(),
  attemptIds: Array.from({ length: count }, () => newId("attempt")),
  underWay: underWay(),
})

/** `place`: in the order in which they are sent. Without a delivery, all but `seen` is null. */
type Turn = { place: number; seen: Seen[] | null }
type Claimed = (Leased | { id: null }) & Turn

/** One claim at a time in the whole installation, so that each sees what the one before it leased: without, two would fill the same endpoint's places twice. */
const oneAtATime = "select pg_advisory_xact_lock(hashtextextended('signalbox webhook claim', 0))"
