/** Changes the status of one signal, adds a note to it, or both. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { notFound, Problem } from "@/domain/kernel/errors"
import { timestampInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { toAcknowledged } from "./acknowledge"
import { changeStatusIn, type StatusChange } from "./change-status"
import { toDismissed } from "./dismiss"
import { addEntries, authorOf } from "./entry"
import { toReopened } from "./reopen"
import { toResolved } from "./resolve"
import { requireSignal, type SignalRow, signal, signalStatuses } from "./signal"
import { toSnoozed } from "./snooze"

type Status = SignalRow["status"]

const signalRow = z.object({
  title: z.string(),
  status: z.enum(signalStatuses),
  snoozed_until: z.date().nullable(),
})

export const updateSignal = defineOperation({
  id: "signals.update",
  summary: "Change the status of a signal",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "update_signal",
    title: "Update signal",
    page: "signals/{id}",
    description:
      "Acknowledges, snoozes, resolves, dismisses or reopens a signal, with an optional note that the team sees. Resolved and dismissed signals can reopen for 10 minutes.",
    effect: "change",
    untrusted: ["title", "summary", "evidence", "subject", "dedupe_key"],
  },
  input: z.strictObject({
    signal_id: id("signal"),
    status: z.enum(signalStatuses).optional(),
    snooze_until: timestampInput().optional().meta({ description: "For the status snoozed: when it opens again." }),
    note: z.string().transform(withoutUnstorableCharacters).pipe(z.string().trim().min(1).max(1_000)).optional(),
  }),
  output: signal,
  fails: ["state_conflict"],
  async handle(ctx, { signal_id, status, snooze_until, note }) {
    if (status === undefined && note === undefined) throw new Problem("parameter_invalid", "Send a status or a note.")
    if (snooze_until !== undefined && status !== "snoozed")
      throw new Problem("parameter_invalid", "snooze_until requires the status snoozed.")
    await prisma.$transaction(async (tx) => {
      const { title, ...before } = await lockSignal(tx, ctx.team.id, signal_id)
      // A snoozed signal can be snoozed again, until another time.
      const isChanged = status !== undefined && (status !== before.status || status === "snoozed")
      if (!isChanged && note === undefined) return
      if (isChanged) {
        const [changed] = await changeStatusIn(tx, ctx, [signal_id], changeTo(status, ctx, snooze_until))
        if (!changed) throw cannotBecome(before.status, status)
      }
      if (note !== undefined)
        await addEntries(tx, ctx.team.id, [signal_id], { action: "note", text: note, ...authorOf(ctx) }, ctx.now())
      const { title: _, ...changedTo } = await lockSignal(tx, ctx.team.id, signal_id)
      const after = { title, ...changedTo, ...(note !== undefined && { note }) }
      await recordAudit(ctx, { action: "signal.updated", subject_id: signal_id, before, after }, tx)
    })
    return { data: await requireSignal(ctx.team, signal_id) }
  },
})

async function lockSignal(tx: Prisma.TransactionClient, teamId: string, signalId: string) {
  const statement = sql`select title, status, snoozed_until from signal where team_id = ${teamId} and id = ${signalId} for update`
  const [locked] = await rowsIn(tx, signalRow, statement)
  if (!locked) throw notFound("signal")
  return locked
}

function changeTo(status: Status, ctx: TeamContext, snoozeUntil: string | undefined): StatusChange {
  if (status === "open") return toReopened(ctx)
  if (status === "acknowledged") return toAcknowledged(ctx)
  if (status === "resolved") return toResolved(ctx)
  if (status === "dismissed") return toDismissed(ctx)
  if (snoozeUntil === undefined) throw new Problem("parameter_invalid", "snooze_until is missing.")
  return toSnoozed(ctx, snoozeUntil)
}

const cannotBecome = (status: Status, newStatus: Status) =>
  new Problem("state_conflict", `The signal is ${status}, so it cannot become ${newStatus}.`)
