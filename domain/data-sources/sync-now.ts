/** Starts a sync of a data source on request. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays, type Day } from "@/domain/metrics/calendar"
import type { Span } from "@/domain/metrics/period"
import { prisma } from "@/prisma/client"
import type { ConnectedProvider } from "./connectors/connector"
import { connectors } from "./connectors/index"
import { lockDataSource } from "./data-source"
import { queueSync } from "./syncs/queue-sync"
import { nextWindow, sourceDaysOf } from "./syncs/sync-window"

export const syncNow = defineOperation({
  id: "dataSources.syncNow",
  summary: "Start a sync of a data source",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    data_source_id: id("dataSource"),
    from: dateInput(
      "The first day to read again, as far as the platform has data. The look-back window is always read.",
    ).optional(),
  }),
  output: z.object({ sync_id: id("syncRun") }),
  fails: ["state_conflict"],
  async handle(ctx, { data_source_id, from }) {
    const team_id = ctx.team.id
    const sync_id = await prisma.$transaction(async (tx) => {
      const source = await lockDataSource(tx, team_id, data_source_id)
      if (source.credentials_ref === null || !["pending", "active", "error"].includes(source.status))
        throw new Problem("state_conflict", "This data source does not sync. Reconnect or resume it first.")
      const client = await tx.client.findFirst({ where: { team_id, id: source.client_id }, select: { status: true } })
      if (client?.status === "archived")
        throw new Problem("state_conflict", "The client is archived. Restore it before you sync its data sources.")
      const { historyDays } = connectors[source.provider as ConnectedProvider]
      const window = extendWindow(nextWindow(sourceDaysOf(source), ctx.now()), from, historyDays)
      const trigger = from === undefined ? "manual" : "backfill"
      const queued = await queueSync(tx, { team_id, data_source_id, trigger, window }, ctx.now())
      if (!queued) throw new Problem("state_conflict", "A sync of this data source is already queued or running.")
      const after = { name: source.display_name, ...window }
      await recordAudit(ctx, { action: "data_source.sync_started", subject_id: data_source_id, after }, tx)
      return queued
    })
    return { data: { sync_id } }
  },
})

/**
 * Starts the window on the earlier day `from`, as far as the platform has data. A later `from` changes nothing: it
 * could leave out days that no sync has read, although a sync marks all days until its last one as read.
 */
function extendWindow(window: Span, from: Day | undefined, historyDays: number): Span {
  if (from === undefined || from >= window.from) return window
  const firstDayOfHistory = addDays(window.to, 1 - historyDays)
  return { from: from < firstDayOfHistory ? firstDayOfHistory : from, to: window.to }
}
