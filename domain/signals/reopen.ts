/** Opens acknowledged and snoozed signals again. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { changed, changeStatus, signalIds } from "./change-status"

export const reopenSignals = defineOperation({
  id: "signals.reopen",
  summary: "Reopen signals",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject(signalIds),
  output: changed,
  handle: (ctx, { signal_ids }) =>
    changeStatus(ctx, signal_ids, {
      from: ["acknowledged", "snoozed"],
      set: sql`status = 'open', acknowledged_at = null, acknowledged_by = null, snoozed_until = null`,
      entry: { action: "reopened" },
    }),
})
