/** Lists the team's reports. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  exactTotalSql,
  listPage,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { type Sql, sql } from "@/prisma/client"
import { exampleReport, report, reportColumns, reportStatuses } from "./report"

const sorts = {
  "-created_at": { column: sql`r.created_at`, descending: true, type: "timestamptz" },
  name: { column: sql`r.name`, descending: false, type: "text" },
  "-name": { column: sql`r.name`, descending: true, type: "text" },
  updated_at: { column: sql`r.updated_at`, descending: false, type: "timestamptz" },
  "-updated_at": { column: sql`r.updated_at`, descending: true, type: "timestamptz" },
} satisfies Record<string, Sort>

const input = z.strictObject({
  ...pageInput,
  client_id: id("client").optional().meta({ description: "Only reports of this client." }),
  status: z
    .array(z.enum(reportStatuses))
    .min(1)
    .default(["published", "draft"])
    .meta({ description: "Only reports with one of these statuses. Default: all except archived reports." }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only reports whose name contains this text. Case-insensitive." }),
  ...createdInput,
  ...updatedInput,
  sort: sortInput(sorts)
    .default("-created_at")
    .meta({ description: "The sort order. A leading minus means descending order." }),
})

export const listReports = defineOperation({
  id: "reports.list",
  summary: "List reports",
  description:
    "Returns the team's reports, newest first, without their widgets. Archived reports are excluded unless `status` includes them.",
  audience: "team",
  kind: "query",
  scope: "reports:read",
  rest: { path: "/reports", tag: "Reports" },
  tool: {
    name: "list_reports",
    title: "List reports",
    page: "reports/{id}",
    itemResource: "app://reports/{id}",
    description: "Lists reports with their client and status.",
    omit: ["created_after", "created_before", "updated_after", "sort"],
  },
  input,
  output: z.array(report),
  example: [exampleReport],
  async handle(ctx, query) {
    const { team } = ctx
    await requireKnownClient(ctx, query.client_id)
    const filters = filterConditions(query)
    return listPage(
      {
        row: report,
        cursorScope: ["reports.list", team.id],
        columns: reportColumns,
        from: sql`report r`,
        where: [sql`r.team_id = ${team.id}`, sql`r.status = any(${query.status})`, ...filters],
        sort: sorts[query.sort],
        idColumn: sql`r.id`,
        exactTotal: filters.length === 0 ? exactTotalSql(team.id, "report", query.status) : undefined,
      },
      query,
    )
  },
})

/** The conditions for which `row_tally` stores no total. With any of them, the total is counted. */
function filterConditions({ client_id, q, ...query }: z.output<typeof input>): Sql[] {
  const conditions = dateConditions(query, sql`r`)
  if (client_id !== undefined) conditions.push(sql`r.client_id = ${client_id}`)
  if (q !== undefined) conditions.push(sql`r.name ilike ${containsPattern(q)}`)
  return conditions
}
