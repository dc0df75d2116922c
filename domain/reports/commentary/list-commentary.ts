/** Lists the commentary of a report with its history, newest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { requireReport } from "../report"
import { commentary, commentaryColumns } from "./commentary"

export const listCommentary = defineOperation({
  id: "reports.listCommentary",
  summary: "List the commentary of a report",
  description:
    "Returns all texts, including those that were replaced. A report shows the newest text of each section and period.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    report_id: id("report"),
    section_id: id("section").nullable().optional().meta({
      description: "Only texts about this section. `null`: only texts about the whole report.",
    }),
  }),
  output: z.array(commentary),
  async handle({ team }, query) {
    const { report_id, section_id } = query
    await requireReport(team.id, report_id)
    return listPage(
      {
        row: commentary,
        cursorScope: ["reports.listCommentary", team.id],
        columns: commentaryColumns,
        from: sql`report_commentary c`,
        where: [
          sql`c.team_id = ${team.id}`,
          sql`c.report_id = ${report_id}`,
          ...(section_id === undefined ? [] : [sql`c.section_id is not distinct from ${section_id}`]),
        ],
        sort: { column: sql`c.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`c.id`,
      },
      query,
    )
  },
})
