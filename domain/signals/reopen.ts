/** Opens acknowledged and snoozed signals again, and undoes that a user resolved or dismissed a signal. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, type StatusChange, signalIds } from "./change-status"

/** A user can undo a resolution or a dismissal within this time, unless a newer signal of the condition exists. */
const undoMinutes = 10

export const reopenSignals = defineOperation({
  id: "signals.reopen",
  summary: "Reopen signals",
  description: `Opens acknowledged and snoozed signals. A signal that a user resolved or dismissed in the last ${undoMinutes} minutes gets its earlier status back.`,
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) => changeStatus(ctx, signal_ids, toReopened(ctx)),
})

export const toReopened = (ctx: TeamContext): StatusChange => ({
  from: sql`status in ('acknowledged', 'snoozed') or (
    (status = 'dismissed' or resolution = 'manual') and ended_at > ${ctx.now()}::timestamptz - interval '1 minute' * ${undoMinutes}
    and not exists (select 1 from signal newer where newer.team_id = signal.team_id and newer.dedupe_key = signal.dedupe_key
      and newer.id > signal.id))`,
  // The columns on the right have their values before the update.
  set: sql`
    status = case
      when not ${hasEarlierStatus(ctx)} then 'open'
      when snoozed_until is not null then 'snoozed'
      when acknowledged_at is not null then 'acknowledged'
      else 'open' end,
    acknowledged_at = case when ${hasEarlierStatus(ctx)} then acknowledged_at end,
    acknowledged_by = case when ${hasEarlierStatus(ctx)} then acknowledged_by end,
    snoozed_until = case when ${hasEarlierStatus(ctx)} then snoozed_until end,
    ended_at = null, ended_by = null, resolution = null`,
  entry: { action: "reopened" },
})

/**
 * SQL condition for a signal that has ended and gets its earlier status back, which follows from its acknowledgment and
 * its snooze. Other signals lose both and are open: those that have not ended, and those whose snooze is over.
 */
const hasEarlierStatus = (ctx: TeamContext) =>
  sql`(ended_at is not null and (snoozed_until is null or snoozed_until > ${ctx.now()}))`
