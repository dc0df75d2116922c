/**
 * In-memory record of the deliveries that this process has leased and not yet recorded. The same leases are listed in
 * webhook_claim, so other processes can count them and the sweep can release them if this process dies. An index of leased rows
 * would cost four index entries per lease.
 */
import { processWide } from "@/domain/kernel/process-wide"
import { type Leased, leaseSeconds } from "./leased"
import type { Result } from "./result"

/**
 * Maximum delivered but unwritten results that are not counted as in flight. Beyond it they count again, so claims slow down
 * when writing falls behind.
 */
export const maxAnswered = 300
/** When at most this share of a claim's row is in flight, the next claim deletes the row and lists the rest itself. */
const worthARow = 1 / 4

/** A row of webhook_claim. `left`: how many of its leases are in flight. */
type Row = { token: string; size: number; left: number; endsAt: number }
type Lease = {
  endpointId: string
  teamId: string
  deliveryId: string
  endsAt: number
  row: Row
  /** true once the receiver has confirmed it */
  isAnswered: boolean
}

/** Leases by attempt id, rows by token. */
const held = () =>
  processWide("webhook-under-way", () => ({ leases: new Map<string, Lease>(), rows: new Map<string, Row>() }))

export type UnderWay = {
  /** by endpoint: the count without confirmed deliveries, and the count with them */
  endpoints: Record<string, [open: number, all: number]>
  /** by team, without confirmed deliveries */
  teams: Record<string, number>
  /** tokens of rows that the next claim deletes */
  over: string[]
  /** attempts of those rows that are still in flight, with their deliveries */
  kept: Map<string, string>
}

export function underWay(): UnderWay {
  const { leases, rows } = held()
  forgetEnded()
  const going = new Set([...rows.values()].filter(({ size, left }) => left <= size * worthARow))
  const all: UnderWay = { endpoints: {}, teams: {}, over: [...going].map(({ token }) => token), kept: new Map() }
  let answered = 0
  for (const [attemptId, { endpointId, teamId, deliveryId, row, isAnswered }] of leases) {
    const open = isAnswered && ++answered <= maxAnswered ? 0 : 1
    const [opened, count] = all.endpoints[endpointId] ?? [0, 0]
    all.endpoints[endpointId] = [opened + open, count + 1]
    all.teams[teamId] = (all.teams[teamId] ?? 0) + open
    if (going.has(row)) all.kept.set(attemptId, deliveryId)
  }
  return all
}

/** For a claim that must not delete or replace rows. */
export const noRows = (all: UnderWay): UnderWay => ({ ...all, over: [], kept: new Map() })

/** Notes a claim: its row lists the new leases, and those `kept` from deleted rows. */
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

/** Marks a success before it is written. Any other result may pause the endpoint, so it must be written first. */
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

/**
 * Forgets leases that expired before a result was written. Their rows stay in the database for the sweep. Also forgets rows
 * that the sweep has deleted by now.
 */
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
