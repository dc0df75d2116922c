/**
 * What this process has leased and not written down yet. Its claims count it here, and list it in webhook_claim: from there others count it,
 * and the sweep finds what was left behind. An index of leased rows would cost each lease four entries in indexes.
 */
import { processWide } from "@/domain/process-wide"
import { type Leased, leaseSeconds } from "./leased"
import type { Result } from "./result"

/** Where writing falls behind, what has arrived after so many counts as under way, and claims wait for it. */
export const mostAnswered = 300
/** When so little of a row of webhook_claim is under way, the row goes, and that is listed in the next. */
const worthARow = 1 / 4

/** `left`: so many of its leases are under way. */
type Row = { token: string; size: number; left: number; endsAt: number }
type Lease = {
  endpointId: string
  teamId: string
  deliveryId: string
  endsAt: number
  row: Row
  /** its receiver has said that it arrived */
  isAnswered: boolean
}

/** Leases by the ids of attempts, rows by token. */
const held = () =>
  processWide("webhook-under-way", () => ({ leases: new Map<string, Lease>(), rows: new Map<string, Row>() }))

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
  const { leases, rows } = held()
  forgetEnded()
  const going = new Set([...rows.values()].filter(({ size, left }) => left <= size * worthARow))
  const all: UnderWay = { endpoints: {}, teams: {}, over: [...going].map(({ token }) => token), kept: new Map() }
  let answered = 0
  for (const [attemptId, { endpointId, teamId, deliveryId, row, isAnswered }] of leases) {
    const open = isAnswered && ++answered <= mostAnswered ? 0 : 1
    const [opened, count] = all.endpoints[endpointId] ?? [0, 0]
    all.endpoints[endpointId] = [opened + open, count + 1]
    all.teams[teamId] = (all.teams[teamId] ?? 0) + open
    if (going.has(row)) all.kept.set(attemptId, deliveryId)
  }
  return all
}

/** All rows stay as they are. */
export const noRows = (all: UnderWay): UnderWay => ({ ...all, over: [], kept: new Map() })

/** A claim has been made, whose row lists what it leased and what was kept. */
export function noteClaimed(token: string, claimed: Leased[], { over, kept }: UnderWay) {
  const { leases, rows } = held()
  for (const gone of over) rows.delete(gone)
  const endsAt = performance.now() + leaseSeconds * 1_000
  const row: Row = { token, size: claimed.length + kept.size, left: claimed.length, endsAt }
  if (row.size > 0) rows.set(token, row)
  for (const attemptId of kept.keys()) {
    const lease = leases.get(attemptId)
    if (!lease) continue
    lease.row = row
    row.left++
  }
  for (const { attempt_id, endpoint_id, team_id, id } of claimed)
    leases.set(attempt_id, {
      endpointId: endpoint_id,
      teamId: team_id,
      deliveryId: id,
      endsAt,
      row,
      isAnswered: false,
    })
}

/** Any other result may mean that the endpoint wants a pause: that must be written first. */
export function noteAnswered({ leased, outcome }: Result) {
  const lease = held().leases.get(leased.attempt_id)
  if (lease && outcome.kind === "success") lease.isAnswered = true
}

export function noteWritten({ leased }: Pick<Result, "leased">) {
  const { leases } = held()
  const lease = leases.get(leased.attempt_id)
  if (!lease) return
  lease.row.left--
  leases.delete(leased.attempt_id)
}

/** Leases that ended before anything was written: the sweep finds them, so their row stays. And rows that the sweep has removed by now. */
function forgetEnded() {
  const { leases, rows } = held()
  const now = performance.now()
  for (const [token, { left, endsAt }] of rows) if (left === 0 && endsAt < now) rows.delete(token)
  for (const [attemptId, { endsAt, row }] of leases) {
    if (endsAt > now) return
    leases.delete(attemptId)
    rows.delete(row.token)
  }
}
