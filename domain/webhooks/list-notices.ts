/** Lists notices about the team's endpoints, newest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { notice, noticeColumns, noticeSource } from "./notice"

export const listNotices = defineOperation({
  id: "webhooks.listNotices",
  summary: "List notices about webhook endpoints",
  description: "Returns notices about endpoints that are not deleted. Dismissed notices are only returned on request.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    webhook_id: id("endpoint").optional(),
    include_dismissed: z.boolean().default(false),
  }),
  output: z.array(notice),
  async handle({ team }, query) {
    const where = [sql`n.team_id = ${team.id}`, sql`e.deleted_at is null`]
    if (query.webhook_id) where.push(sql`n.endpoint_id = ${query.webhook_id}`)
    if (!query.include_dismissed) where.push(sql`n.seen_at is null`)
    return listPage(
      {
        row: notice,
        cursorScope: ["webhooks.listNotices", team.id],
        columns: noticeColumns,
        from: noticeSource,
        where,
        sort: { column: sql`n.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`n.id`,
      },
      query,
    )
  },
})
