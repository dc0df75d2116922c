/** Reads one report without its widgets. */
import { notFound } from "@/domain/kernel/errors"
import { rows, sql } from "@/prisma/client"
import { type ReportRow, report, reportColumns } from "./report"

/** Throws `resource_not_found` when the team has no such report. */
export async function requireReport(teamId: string, reportId: string): Promise<ReportRow> {
  const [found] = await rows(
    report,
    sql`select ${reportColumns} from report r where r.team_id = ${teamId} and r.id = ${reportId}`,
  )
  if (!found) throw notFound("report")
  return found
}
