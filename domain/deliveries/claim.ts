/** Leases due deliveries to this process. No other process attempts them until the lease ends. */
import pLimit from "p-limit"
import { newId } from "@/domain/kernel/ids"
import { leaseToken } from "@/domain/kernel/lease-holder"
import { processWide } from "@/domain/kernel/process-wide"
import { acrossTeams, inTeam, rows } from "@/prisma/client"
import { claimOneStatement, claimStatement, type Looking } from "./claim-statement"
import type { Leased } from "./leased"
import { plannedUnder } from "./planned"
import { type Seen, Turns } from "./turns"
import { noRows, noteClaimed, underWay } from "./under-way"

/** Maximum deliveries per claim. Only one claim runs at a time, so a larger one would block other processes for longer. */
export const maxClaimed = 60

/** Leases at most `limit` deliveries. If it returns fewer, no more can be leased now, unless `mayBeMore()`. */
export async function claim(limit = maxClaimed): Promise<Leased[]> {
  const most = Math.min(limit, maxClaimed)
  const found = turns().isPlenty ? await claimAmong(turns().few(), most) : []
  if (found.length > 0) return found
  const leased = await claimAmong(turns().many(), most)
  turns().isPlenty = leased.length === most
  return leased
}

/** True after a full claim, or a claim that looked at few endpoints. Other endpoints may then have due deliveries. */
export const mayBeMore = () => turns().isPlenty

/** True when every endpoint with pending deliveries has been visited. */
export const isAround = () => turns().isAround

const turns = () => processWide("webhook-turns", () => new Turns())

/** Runs claims one after the other, so that each claim counts the leases of the one before. */
const claimAmong = (looking: Looking, limit: number): Promise<Leased[]> =>
  inTurn()(async () => {
    const claiming = { limit, looking, ...leasing(limit) }
    // Across teams: workers deliver for all teams, and the claim must be fair between them.
    const found = await acrossTeams(() => plannedUnder<Claimed>(oneAtATime, claimStatement(claiming)))
    const claimed = found.filter((one): one is Leased & Turn => one.id !== null).sort((a, b) => a.place - b.place)
    noteClaimed(claiming.token, claimed, claiming.underWay)
    turns().note(looking, found.find((one) => one.seen)?.seen ?? [], claimed)
    return claimed
  })

const inTurn = () => processWide("webhook-claims", () => pLimit(1))

/** Leases this delivery now, even if its endpoint is paused or throttled. Returns null when it is not pending. */
export async function claimDelivery(teamId: string, deliveryId: string): Promise<Leased | null> {
  // This claim may run beside another one, which already decides about the rows of webhook_claim. So it changes no older rows.
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

/** `place` is the position in the order of sending. Without a delivery, everything but `seen` is null. */
type Turn = { place: number; seen: Seen[] | null }
type Claimed = (Leased | { id: null }) & Turn

/**
 * Allows one claim at a time across all processes, so that each sees the leases of the one before. Otherwise two claims could
 * fill the same slots of an endpoint.
 */
const oneAtATime = "select pg_advisory_xact_lock(hashtextextended('signalbox webhook claim', 0))"
