/** Pauses the syncs of a data source. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { cancelSyncs, changeSource } from "./change-source"
import { dataSource } from "./data-source"

export const pauseDataSource = defineOperation({
  id: "dataSources.pause",
  summary: "Pause a data source",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ data_source_id: id("dataSource") }),
  output: dataSource,
  fails: ["state_conflict"],
  handle: async (ctx, { data_source_id }) => ({
    data: await changeSource(ctx, data_source_id, {
      from: ["pending", "active", "error"],
      change: "paused",
      async apply(tx) {
        await cancelSyncs(tx, ctx.team.id, data_source_id, ctx.now())
        return { status: "paused", next_sync_at: null }
      },
    }),
  }),
})
