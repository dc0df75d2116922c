/** Dismisses signals as false alarms. Dismissed signals stay stored. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, type StatusChange, signalIds } from "./change-status"
import { authorOf } from "./entry"
import { activeStatuses } from "./signal"

export const dismissSignals = defineOperation({
  id: "signals.dismiss",
  summary: "Dismiss signals",
  description: "Dismiss signals that were false alarms. The cooldown applies as after resolving.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) => changeStatus(ctx, signal_ids, toDismissed(ctx)),
})

export const toDismissed = (ctx: TeamContext): StatusChange => ({
  from: activeStatuses,
  set: sql`status = 'dismissed', ended_at = ${ctx.now()}, ended_by = ${authorOf(ctx).actor_label}`,
  entry: { action: "dismissed" },
})
