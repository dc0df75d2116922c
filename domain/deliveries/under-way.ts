/**
 * What this process has leased and not written down yet. Its claims count it here, and list it in webhook_claim: from there others count it,
 * and the sweep finds what was left behind. An index of leased rows would cost each lease four entries in indexes.
 */
import { processWide } from "@/domain/process-wide"
import { type Leased, leaseSeconds } from "./leased"
import type { Result } from "./result"

/** Where writing falls behind, what has arrived after so many counts as under way, and claims wait for it. */
const mostAnswered = 300
/** When so little of a row of webhook_claim is under way, the row goes, and that is listed in the next. */
const worthARow = 1 / 4

type Row = { token: string; size: number; left: Set<string>; endsAt: number }
type Lease = { endpointId: string; teamId: string; deliveryId: string; endsAt: number; row: Row }

/** Leases and `left` by the ids of attempts, rows by token. */
const held = () =>
  processWide("webhook-under-way", () => ({
    leases: new Map<string, Lease>(),
    answered: new Set<string>(),
    rows: new Map<string, Row>(),
  }))

export type UnderWay = {
  /** by endpoint: without what its receiver has said to have arrived, and with it */
  endpoints: Record<string, [open: number, all: number]>
  /** by team, without */
  teams: Record<string, number>
  /** tokens of rows that go with the next claim */
  over: string[]
  /** attempts of those rows that are under way, and their deliveries */
  kept: Map<string, string>
}

export function underWay(): UnderWay {
  const { leases, answered, rows } = held()
  forgetEnded()
  const arrived = new Set([...answered].slice(0, mostAnswered))
  const endpoints: UnderWay["endpoints"] = {}
  const teams: UnderWay["teams"] = {}
  for (const [attemptId, { endpointId, teamId }] of leases) {
    const open = arrived.has(attemptId) ? 0 : 1
    const [opened, all] = endpoints[endpointId] ?? [0, 0]
    endpoints[endpointId] = [opened + open, all + 1]
    teams[teamId] = (teams[teamId] ?? 0) + open
  }
  const going = [...rows.values()].filter(({ size, left }) => left.size <= size * worthARow)
  const kept = going.flatMap(({ left }) => [...left].map((id) => [id, leases.get(id)?.deliveryId ?? ""] as const))
  return { endpoints, teams, over: going.map(({ token }) => token), kept: new Map(kept) }
}

/** All rows stay as they are. */
export const noRows = (all: UnderWay): UnderWay => ({ ...all, over: [], kept: new Map() })

/** A claim has been made, whose row lists what it leased and what was kept. */
export function noteClaimed(token: string, claimed: Leased[], { over, kept }: UnderWay) {
  const { leases, rows } = held()
  for (const gone of over) rows.delete(gone)
  const endsAt = performance.now() + leaseSeconds * 1_000
  const row: Row = { token, size: claimed.length + kept.size, left: new Set(kept.keys()), endsAt }
  if (row.size > 0) rows.set(token, row)
  for (const attemptId of kept.keys()) {
    const lease = leases.get(attemptId)
    if (lease) lease.row = row
    else row.left.delete(attemptId)
  }
  for (const { attempt_id, endpoint_id, team_id, id } of claimed) {
    leases.set(attempt_id, { endpointId: endpoint_id, teamId: team_id, deliveryId: id, endsAt, row })
    row.left.add(attempt_id)
  }
}

/** Any other result may mean that the endpoint wants a pause: that must be written first. */
export function noteAnswered({ leased, outcome }: Result) {
  if (outcome.kind === "success") held().answered.add(leased.attempt_id)
}

export function noteWritten({ leased }: Pick<Result, "leased">) {
  const { leases, answered } = held()
  leases.get(leased.attempt_id)?.row.left.delete(leased.attempt_id)
  leases.delete(leased.attempt_id)
  answered.delete(leased.attempt_id)
}

/** Leases that ended before anything was written: the sweep finds them, so their row stays. And rows that the sweep has removed by now. */
function forgetEnded() {
  const { leases, answered, rows } = held()
  const now = performance.now()
  for (const [token, { left, endsAt }] of rows) if (left.size === 0 && endsAt < now) rows.delete(token)
  for (const [attemptId, { endsAt, row }] of leases) {
    if (endsAt > now) return
    leases.delete(attemptId)
    answered.delete(attemptId)
    rows.delete(row.token)
  }
}
