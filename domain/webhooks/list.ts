/** Lists the team's webhook endpoints. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { needsAttention } from "./health"
import { toWebhook, webhook, webhookColumns, webhookRow, webhookSource, webhookStates } from "./webhook"

const sorts = {
  "-created_at": { column: sql`e.created_at`, descending: true, type: "timestamptz" },
  url: { column: sql`e.url`, descending: false, type: "text" },
  "-url": { column: sql`e.url`, descending: true, type: "text" },
} satisfies Record<string, Sort>

export const listWebhooks = defineOperation({
  id: "webhooks.list",
  summary: "List webhook endpoints",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    state: z.array(z.enum(webhookStates)).min(1).optional(),
    needs_attention: z
      .boolean()
      .default(false)
      .meta({ description: "`true`: only endpoints that are failing or that were disabled automatically." }),
    sort: sortInput(sorts).default("-created_at"),
  }),
  output: z.array(webhook),
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
          ...(query.needs_attention ? [needsAttention] : []),
        ],
        sort: sorts[query.sort],
        idColumn: sql`e.id`,
      },
      query,
    )
    return { ...page, data: page.data.parse().map((row) => toWebhook(row, team)) }
  },
})
