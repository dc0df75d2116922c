/** Acknowledges open signals: a person has seen them. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, type StatusChange, signalIds } from "./change-status"
import { authorOf } from "./entry"

export const acknowledgeSignals = defineOperation({
  id: "signals.acknowledge",
  summary: "Acknowledge signals",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) => changeStatus(ctx, signal_ids, toAcknowledged(ctx)),
})

export const toAcknowledged = (ctx: TeamContext): StatusChange => ({
  from: ["open"],
  set: sql`status = 'acknowledged', acknowledged_at = ${ctx.now()}, acknowledged_by = ${authorOf(ctx).actor_label}`,
  entry: { action: "acknowledged" },
})
