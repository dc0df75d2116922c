/** Changes the status of signals and adds entries to their history, in one transaction. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { idRow } from "@/domain/kernel/rows"
import { type Prisma, prisma, rowsIn, type Sql, sql } from "@/prisma/client"
import { addEntries, authorOf, type NewEntry } from "./entry"
import { signalStatuses } from "./signal"

export const signalIds = {
  signal_ids: z.array(id("signal")).min(1).max(200).meta({ description: "The IDs of up to 200 signals." }),
}

export const changed = z.object({
  changed: z.array(id("signal")).meta({ description: "The signals whose status changed." }),
  unchanged: z
    .array(id("signal"))
    .meta({ description: "The signals whose status does not allow this change, or that already have the new status." }),
})

/** A row of a signal whose status was changed. */
const changedRow = z.object({ id: z.string(), status: z.enum(signalStatuses) })

export type StatusChange = {
  /** The statuses that allow the change, or the condition for it. */
  from: readonly string[] | Sql
  /** The columns to set, besides `updated_at`. */
  set: Sql
  entry: NewEntry
}

/** Throws "not found" and changes nothing if one of the signals is not the team's. */
export async function changeStatus(ctx: TeamContext, ids: readonly string[], change: StatusChange) {
  const uniqueIds = [...new Set(ids)]
  const rows = await prisma.$transaction((tx) => changeStatusIn(tx, ctx, uniqueIds, change))
  const changedIds = new Set(rows.map(({ id }) => id))
  return {
    data: {
      changed: uniqueIds.filter((id) => changedIds.has(id)),
      unchanged: uniqueIds.filter((id) => !changedIds.has(id)),
    },
  }
}

/** Does the same in a transaction of the caller, and returns the changed signals. `ids` contains no ID twice. */
export async function changeStatusIn(
  tx: Prisma.TransactionClient,
  ctx: TeamContext,
  ids: readonly string[],
  { from, set, entry }: StatusChange,
) {
  const team_id = ctx.team.id
  const locked = await rowsIn(
    tx,
    idRow,
    sql`select id from signal where team_id = ${team_id} and id = any(${[...ids]}) order by id for update`,
  )
  if (locked.length < ids.length) throw notFound("signal")
  const updated = await rowsIn(
    tx,
    changedRow,
    sql`update signal set ${set}, updated_at = ${ctx.now()}
      where team_id = ${team_id} and id = any(${[...ids]})
        and (${"strings" in from ? from : sql`status = any(${[...from]})`}) returning id, status`,
  )
  const updatedIds = updated.map(({ id }) => id)
  await addEntries(tx, team_id, updatedIds, { ...entry, ...authorOf(ctx) }, ctx.now())
  return updated
}
