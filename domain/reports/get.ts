/**
 * Gets one report with its sections and widgets, and the commentary of a period. The MCP tool get_report is another
 * operation: `reports.getData`.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rangeChecks, resolvePeriod } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"
import { rows, sql } from "@/prisma/client"
import { commentaryOf, exampleCommentary, periodCommentary } from "./commentary/commentary"
import { exampleLayout, findLayout, reportLayout } from "./layout"

export const getReport = defineOperation({
  id: "reports.get",
  summary: "Get a report",
  description:
    "Returns a report's layout: its sections, its widgets and the query of each widget, with the commentary of a period. GET /reports/{report_id}/data returns the data.",
  audience: "team",
  kind: "query",
  scope: "reports:read",
  rest: { path: "/reports/{report_id}", tag: "Reports" },
  input: z.strictObject({
    report_id: id("report"),
    from: rangeInput.from,
    to: rangeInput.to,
    range: rangeInput.range.meta({
      description: "A relative period for the commentary. Default: the report's default period.",
    }),
  }),
  checks: rangeChecks(),
  output: z
    .object({
      ...reportLayout.shape,
      commentary: periodCommentary,
    })
    .meta({ id: "ReportWithCommentary" }),
  example: { ...exampleLayout, commentary: [exampleCommentary] },
  async handle({ team, now }, { report_id, ...requestedPeriod }) {
    const layout = await findLayout(team.id, report_id)
    if (!layout) throw notFound("report")
    const client = await clientCalendar(team.id, layout.client_id)
    const { from, to } = resolvePeriod(requestedPeriod, {
      timezone: layout.timezone ?? client.timezone,
      weekStartsOn: client.week_starts_on,
      range: layout.default_range,
      compare: "none",
      granularity: "total",
      now: now(),
    })
    return { data: { ...layout, commentary: await commentaryOf({ teamId: team.id, reportId: report_id, from, to }) } }
  },
})

const calendarRow = z.object({ timezone: z.string(), week_starts_on: z.int() })

async function clientCalendar(teamId: string, clientId: string): Promise<z.infer<typeof calendarRow>> {
  const [found] = await rows(
    calendarRow,
    sql`select coalesce(c.timezone, t.timezone) as timezone, t.week_starts_on from client c join team t on t.id = c.team_id
      where c.team_id = ${teamId} and c.id = ${clientId}`,
  )
  if (!found) throw notFound("client")
  return found
}
