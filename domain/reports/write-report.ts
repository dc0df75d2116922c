/** Writes a whole report for imports, seeds and tests. Widgets are validated as in the operations. */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { validate } from "@/domain/kernel/validate"
import { prisma } from "@/prisma/client"
import { insertSections } from "./editing/insert-sections"
import { checkSections, sectionsInput } from "./editing/sections"
import { report, reportStatuses } from "./report"

const draft = z.strictObject({
  name: z.string().min(1).max(200),
  description: report.shape.description.default(null),
  status: z.enum(reportStatuses).default("draft"),
  default_range: report.shape.default_range.default("last_28_days"),
  default_compare: report.shape.default_compare.default("previous_period"),
  timezone: report.shape.timezone.default(null),
  currency: report.shape.currency.default(null),
  locale: z.string().default("en"),
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
