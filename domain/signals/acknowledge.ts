/** Acknowledges open signals: a person has seen them. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, signalIds } from "./change-status"
import { authorOf } from "./entry"

export const acknowledgeSignals = defineOperation({
  id: "signals.acknowledge",
  summary: "Acknowledge signals",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) =>
    changeStatus(ctx, signal_ids, {
      from: ["open"],
      set: sql`status = 'acknowledged', acknowledged_at = ${ctx.now()}, acknowledged_by = ${authorOf(ctx).actor_label}`,
      entry: { action: "acknowledged" },
    }),
})
