/** Gets one report with its sections and widgets. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleLayout, findLayout, reportLayout } from "./layout"

export const getReport = defineOperation({
  id: "reports.get",
  summary: "Get a report",
  description:
    "Returns a report's layout: its sections, its widgets and the query of each widget. GET /reports/{report_id}/data returns the data.",
  audience: "team",
  kind: "query",
  scope: "reports:read",
  rest: { path: "/reports/{report_id}", tag: "Reports" },
  input: z.strictObject({ report_id: id("report") }),
  output: reportLayout,
  example: exampleLayout,
  async handle({ team }, { report_id }) {
    const data = await findLayout(team.id, report_id)
    if (!data) throw notFound("report")
    return { data }
  },
})
