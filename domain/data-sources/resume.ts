/** Resumes the syncs of a paused data source, and starts one. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { changeSource } from "./change-source"
import { dataSource, type Frequency } from "./data-source"
import { nextSyncAt, queueSync } from "./syncs/queue-sync"
import { nextWindow, sourceDaysOf } from "./syncs/sync-window"

export const resumeDataSource = defineOperation({
  id: "dataSources.resume",
  summary: "Resume a data source",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ data_source_id: id("dataSource") }),
  output: dataSource,
  fails: ["state_conflict"],
  handle: async (ctx, { data_source_id }) => ({
    data: await changeSource(ctx, data_source_id, {
      from: ["paused"],
      change: "resumed",
      async apply(tx, source) {
        if (source.credentials_ref === null) return { status: "active" }
        const window = nextWindow(sourceDaysOf(source), ctx.now())
        await queueSync(tx, { team_id: ctx.team.id, data_source_id, trigger: "manual", window }, ctx.now())
        const status = source.last_success_at === null ? "pending" : "active"
        return { status, failed_attempts: 0, next_sync_at: nextSyncAt(source.sync_frequency as Frequency, ctx.now()) }
      },
    }),
  }),
})
