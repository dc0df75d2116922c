/** Resolves signals: the team has dealt with them. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, type StatusChange, signalIds } from "./change-status"
import { authorOf } from "./entry"
import { activeStatuses } from "./signal"

export const resolveSignals = defineOperation({
  id: "signals.resolve",
  summary: "Resolve signals",
  description:
    "A resolved signal can be reopened for 10 minutes. If the condition is detected after the cooldown of its rule, a new signal is created.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) => changeStatus(ctx, signal_ids, toResolved(ctx)),
})

export const toResolved = (ctx: TeamContext): StatusChange => ({
  from: activeStatuses,
  set: sql`status = 'resolved', resolution = 'manual', ended_at = ${ctx.now()}, ended_by = ${authorOf(ctx).actor_label}`,
  entry: { action: "resolved" },
})
