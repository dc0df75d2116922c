/**
 * Disconnects a data source: stops its syncs, and deletes the authorization unless another data source uses it. The
 * data stays.
 */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { cancelSyncs, changeSource } from "./change-source"
import { dataSource } from "./data-source"

export const disconnectDataSource = defineOperation({
  id: "dataSources.disconnect",
  summary: "Disconnect a data source",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ data_source_id: id("dataSource") }),
  output: dataSource,
  fails: ["state_conflict"],
  handle: async (ctx, { data_source_id }) => ({
    data: await changeSource(ctx, data_source_id, {
      from: ["pending", "active", "error", "reauth_required", "paused"],
      change: "disconnected",
      async apply(tx, source) {
        await cancelSyncs(tx, ctx.team.id, data_source_id, ctx.now())
        // Other data sources may use the same authorization. The lock waits for a concurrent `connect`, which locks the
        // authorization before it creates its data source.
        await tx.$executeRaw(
          sql`select id from source_grant where team_id = ${ctx.team.id} and id = ${source.credentials_ref} for update`,
        )
        await tx.$executeRaw(sql`
          delete from source_grant g where g.team_id = ${ctx.team.id} and g.id = ${source.credentials_ref}
            and not exists (select from data_source d where d.team_id = g.team_id and d.credentials_ref = g.id and d.id <> ${data_source_id})`)
        return { status: "disconnected", credentials_ref: null, next_sync_at: null }
      },
    }),
  }),
})
