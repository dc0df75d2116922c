/** Writes a whole report for seeds, benchmarks and tests. Settings and widgets are validated as in the operations. */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { validate } from "@/domain/kernel/validate"
import { prisma } from "@/prisma/client"
import { checkSections, insertSections, sectionsInput } from "./editing/sections"
import { reportName, reportSettings } from "./editing/settings"
import { report } from "./report"

const draft = z.strictObject({
  // Postgres sets the defaults.
  ...z.object(reportSettings).partial().shape,
  name: reportName,
  status: report.shape.status.default("draft"),
  sections: sectionsInput,
})
export type ReportDraft = z.input<typeof draft>

/** Returns the new report's id. Call it inside the team. Throws Problem when a widget's query is invalid. */
export async function writeReport(teamId: string, clientId: string, report: ReportDraft, now: Date): Promise<string> {
  const { sections, ...fields } = validate(draft, report)
  const checked = checkSections(sections)
  const report_id = newId("report", now.getTime())
  await prisma.$transaction(async (tx) => {
    await tx.report.create({
      data: {
        ...fields,
        id: report_id,
        team_id: teamId,
        client_id: clientId,
        published_at: fields.status === "published" ? now : null,
        created_at: now,
        updated_at: now,
      },
    })
    await insertSections(tx, { team_id: teamId, report_id }, checked)
  })
  return report_id
}
