/** Lists the team's webhook endpoints, newest first. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { isTroubled } from "./health"
import { exampleWebhook, toWebhook, webhook, webhookColumns, webhookRow, webhookSource, webhookStates } from "./webhook"

export const listWebhooks = defineOperation({
  id: "webhooks.list",
  summary: "List webhook endpoints",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    state: z.array(z.enum(webhookStates)).min(1).optional(),
    is_troubled: z
      .boolean()
      .default(false)
      .meta({ description: "`true`: only endpoints that are failing or that were disabled automatically." }),
  }),
  output: z.array(webhook),
  example: [exampleWebhook],
  async handle({ team }, query) {
    const page = await listPage(
      {
        row: webhookRow,
        cursorScope: ["webhooks.list", team.id],
        columns: webhookColumns,
        from: webhookSource,
        where: [
          sql`e.team_id = ${team.id}`,
          sql`e.deleted_at is null`,
          ...(query.state ? [sql`e.state = any(${query.state})`] : []),
          ...(query.is_troubled ? [isTroubled] : []),
        ],
        sort: { column: sql`e.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`e.id`,
      },
      query,
    )
    return { ...page, data: page.data.parse().map((row) => toWebhook(row, team)) }
  },
})
