/** Changes the status of one signal, adds a note to it, or both. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import type { OperationResult } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import { timestampInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { acknowledgeSignals } from "./acknowledge"
import { addNote } from "./add-note"
import type { changed } from "./change-status"
import { dismissSignals } from "./dismiss"
import { reopenSignals } from "./reopen"
import { resolveSignals } from "./resolve"
import { exampleSignal, requireSignal, type SignalRow, signal, signalStatuses } from "./signal"
import { snoozeSignals } from "./snooze"

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
  example: exampleSignal,
  fails: ["state_conflict"],
  async handle(ctx, { signal_id, status, snooze_until, note }) {
    const before = await requireSignal(ctx.team, signal_id)
    if (status === undefined && note === undefined) throw new Problem("parameter_invalid", "Send a status or a note.")
    if (status !== undefined && status !== before.status) {
      const { data } = await changes[status](ctx, { signal_ids: [signal_id], until: snooze_until })
      if (data.changed.length === 0) throw cannotBecome(before, status)
    }
    if (note !== undefined) await addNote.handle(ctx, { signal_id, text: note })
    const updated = await requireSignal(ctx.team, signal_id)
    const after = { status: updated.status, ...(note !== undefined && { note }) }
    await recordAudit(ctx, {
      action: "signal.updated",
      subject_id: signal_id,
      before: { status: before.status },
      after,
    })
    return { data: updated }
  },
})

type Change = (
  ctx: TeamContext,
  input: { signal_ids: string[]; until: string | undefined },
) => Promise<OperationResult<z.input<typeof changed>>>

/** The operation that leads to each status. */
const changes: Record<SignalRow["status"], Change> = {
  open: (ctx, { signal_ids }) => reopenSignals.handle(ctx, { signal_ids }),
  acknowledged: (ctx, { signal_ids }) => acknowledgeSignals.handle(ctx, { signal_ids }),
  snoozed(ctx, { signal_ids, until }) {
    if (until === undefined) throw new Problem("parameter_invalid", "snooze_until is missing.")
    return snoozeSignals.handle(ctx, { signal_ids, until })
  },
  resolved: (ctx, { signal_ids }) => resolveSignals.handle(ctx, { signal_ids }),
  dismissed: (ctx, { signal_ids }) => dismissSignals.handle(ctx, { signal_ids }),
}

const cannotBecome = ({ status }: SignalRow, newStatus: string) =>
  new Problem("state_conflict", `The signal is ${status}, so it cannot become ${newStatus}.`)
