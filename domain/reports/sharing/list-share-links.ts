/** Lists the share links of a report, newest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { requireReport } from "../report"
import { shareLink, shareLinkColumns } from "./share-link"

export const listShareLinks = defineOperation({
  id: "reports.listShareLinks",
  summary: "List the share links of a report",
  description: "Returns active, expired and revoked links. Their tokens are not stored.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, report_id: id("report") }),
  output: z.array(shareLink),
  async handle({ team, now }, query) {
    await requireReport(team.id, query.report_id)
    return listPage(
      {
        row: shareLink,
        cursorScope: ["reports.listShareLinks", team.id],
        columns: shareLinkColumns(now()),
        from: sql`report_share_link l`,
        where: [sql`l.team_id = ${team.id}`, sql`l.report_id = ${query.report_id}`],
        sort: { column: sql`l.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`l.id`,
      },
      query,
    )
  },
})
