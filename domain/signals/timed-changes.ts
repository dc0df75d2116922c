/**
 * Reopens snoozed signals when their time is over, and resolves signals that were last detected more than 30 days ago.
 */
import { z } from "zod"
import { idRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, prisma, rows, rowsIn, type Sql, sql } from "@/prisma/client"
import { addEntries, byEvaluation, type NewEntry } from "./entry"

const signalRef = z.object({ team_id: z.string(), id: z.string() })
type SignalRef = z.infer<typeof signalRef>

/** A run changes at most this many signals. The next run continues. */
const maxSignals = 1_000

/** Opens snoozed signals whose time is over. Returns their number. */
export async function reopenSnoozed(now: Date): Promise<number> {
  // Across teams: the job covers all teams.
  const due = await acrossTeams(() =>
    rows(
      signalRef,
      sql`select team_id, id from signal where status = 'snoozed' and snoozed_until <= ${now} order by snoozed_until limit ${maxSignals}`,
    ),
  )
  return applyChange(due, now, {
    set: sql`status = 'open', snoozed_until = null, acknowledged_at = null, acknowledged_by = null`,
    condition: sql`status = 'snoozed' and snoozed_until <= ${now}`,
    entry: { action: "reopened" },
  })
}

/**
 * Resolves signals that were last detected more than 30 days ago, for example because their rule was deleted or their
 * goal ended. Returns their number.
 */
export async function expireSignals(now: Date): Promise<number> {
  const unseen = sql`status in ('open', 'acknowledged') and last_detected_at < ${now}::timestamptz - interval '30 days'`
  // Across teams: the job covers all teams.
  const due = await acrossTeams(() =>
    rows(signalRef, sql`select team_id, id from signal where ${unseen} limit ${maxSignals}`),
  )
  const set = sql`status = 'resolved', resolution = 'expired', ended_at = ${now}`
  const entry: NewEntry = { action: "resolved", text: "The condition was last detected more than 30 days ago." }
  return applyChange(due, now, { set, condition: unseen, entry })
}

/** `condition` is tested again under the lock of the update, because a user may have changed the signal. */
type Change = { set: Sql; condition: Sql; entry: NewEntry }

async function applyChange(due: SignalRef[], now: Date, change: Change): Promise<number> {
  let changed = 0
  for (const [team_id, refs] of Map.groupBy(due, ({ team_id }) => team_id)) {
    const ids = refs.map(({ id }) => id)
    changed += await inTeam(team_id, () => changeSignals(team_id, ids, now, change))
  }
  return changed
}

const changeSignals = (team_id: string, ids: string[], now: Date, { set, condition, entry }: Change) =>
  prisma.$transaction(async (tx) => {
    const updated = await rowsIn(
      tx,
      idRow,
      sql`update signal set ${set}, updated_at = ${now} where team_id = ${team_id} and id = any(${ids}) and ${condition} returning id`,
    )
    const updatedIds = updated.map(({ id }) => id)
    await addEntries(tx, team_id, updatedIds, { ...entry, ...byEvaluation }, now)
    return updated.length
  })
