/** Lists the syncs of a data source, newest first. */
import { z } from "zod"
import { dateOrTimestampInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { requireDataSource } from "./data-source"
import { exampleSync, syncColumns, syncRun, syncStatuses } from "./sync-run"

export const listSyncs = defineOperation({
  id: "dataSources.listSyncs",
  summary: "List the syncs of a data source",
  description:
    "Returns the syncs of a data source, newest first: which days were read, what has changed, and why a sync failed.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/data-sources/{data_source_id}/syncs", tag: "Data sources" },
  input: z.strictObject({
    ...pageInput,
    data_source_id: id("dataSource"),
    status: z
      .array(z.enum(syncStatuses))
      .min(1)
      .optional()
      .meta({ description: "Only syncs with one of these statuses." }),
    started_after: dateOrTimestampInput("Only syncs that were queued at or after this time.").optional(),
    started_before: dateOrTimestampInput("Only syncs that were queued before this time.").optional(),
  }),
  output: z.array(syncRun),
  example: [exampleSync],
  async handle({ team }, query) {
    const { data_source_id, status, started_after, started_before } = query
    await requireDataSource(team.id, data_source_id)
    return listPage(
      {
        row: syncRun,
        cursorScope: ["dataSources.listSyncs", team.id],
        columns: syncColumns,
        from: sql`sync_run r`,
        where: [
          sql`r.team_id = ${team.id}`,
          sql`r.data_source_id = ${data_source_id}`,
          ...(status ? [sql`r.status = any(${status})`] : []),
          ...(started_after ? [sql`r.started_at >= ${started_after}::timestamptz`] : []),
          ...(started_before ? [sql`r.started_at < ${started_before}::timestamptz`] : []),
        ],
        sort: { column: sql`r.started_at`, descending: true, type: "timestamptz" },
        idColumn: sql`r.id`,
      },
      query,
    )
  },
})
