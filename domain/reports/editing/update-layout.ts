/** Replaces the sections and widgets of a report in one transaction. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { type FieldError, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { problemOf } from "@/domain/kernel/validate"
import { type Prisma, prisma } from "@/prisma/client"
import { findLayout, type ReportLayout, reportLayout } from "../layout"
import { requireReferences } from "./references"
import { type CheckedSection, checkSections, insertSections, sectionsInput } from "./sections"
import { lockReport, lockUnarchivedClientOf, requireEditable } from "./settings"

export const updateLayout = defineOperation({
  id: "reports.updateLayout",
  summary: "Replace a report's sections and widgets",
  description:
    "Sections and widgets with an `id` keep it, and those without one are new. Everything that the request leaves out is deleted. `version` is the version that the change is based on: if another change came first, nothing is saved.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    report_id: id("report"),
    version: z.int().min(1).meta({ description: "The `version` of the report that the change is based on." }),
    sections: sectionsInput.meta({ description: "The sections and their widgets, in their order." }),
  }),
  output: reportLayout,
  fails: ["state_conflict"],
  async handle(ctx, { report_id, version, sections: sectionInputs }) {
    const team_id = ctx.team.id
    const sections = checkSections(sectionInputs)
    await prisma.$transaction(async (tx) => {
      const { id: client_id } = await lockUnarchivedClientOf(tx, team_id, report_id)
      const old = await lockReport(tx, team_id, report_id)
      requireEditable(old)
      if (old.version !== version) throw versionConflict(version, old.version)
      await requireOwnIds(tx, { team_id, report_id }, sections)
      await requireReferences({ teamId: team_id, clientId: client_id }, withPointers(sections))
      await tx.reportSection.deleteMany({ where: { team_id, report_id } })
      await insertSections(tx, { team_id, report_id }, sections)
      const data = { version: version + 1, updated_at: ctx.now() }
      await tx.report.updateMany({ where: { team_id, id: report_id }, data })
      const after = { version: version + 1, sections: sections.length, widgets: withPointers(sections).length }
      await recordAudit(
        ctx,
        {
          action: "report.layout_updated",
          subject_id: report_id,
          before: { version },
          after: { name: old.name, ...after },
        },
        tx,
      )
    })
    return { data: (await findLayout(team_id, report_id)) as ReportLayout }
  },
})

function versionConflict(version: number, current: number) {
  return new Problem(
    "state_conflict",
    `The report has changed since you opened it: your change is based on version ${version}, and the current version is ${current}. Nothing was saved. Reload the report, then make your change again.`,
    { extra: { version: current } },
  )
}

const withPointers = (sections: readonly CheckedSection[]) =>
  sections.flatMap(({ widgets }, sectionIndex) =>
    widgets.map((widget, widgetIndex) => ({ widget, pointer: `/sections/${sectionIndex}/widgets/${widgetIndex}` })),
  )

/** Throws when an id is not one of this report, or occurs twice. */
async function requireOwnIds(
  tx: Prisma.TransactionClient,
  where: { team_id: string; report_id: string },
  sections: readonly CheckedSection[],
) {
  const ownSections = await tx.reportSection.findMany({ where, select: { id: true } })
  const ownWidgets = await tx.reportWidget.findMany({ where, select: { id: true } })
  const errors = [
    ...idErrors(
      sections.map(({ id }, index) => ({ id, pointer: `/sections/${index}/id` })),
      ownSections,
      "section",
    ),
    ...idErrors(
      withPointers(sections).map(({ widget, pointer }) => ({ id: widget.id, pointer: `${pointer}/id` })),
      ownWidgets,
      "widget",
    ),
  ]
  if (errors.length > 0) throw problemOf(errors)
}

type SentId = { id: string | undefined; pointer: string }

function idErrors(sent: readonly SentId[], existing: readonly { id: string }[], noun: string): FieldError[] {
  const unused = new Set(existing.map(({ id }) => id))
  // `delete` returns false for an id that the report does not have, and for one that the request has named before.
  return sent
    .filter(({ id }) => id !== undefined && !unused.delete(id))
    .map(({ id, pointer }) => ({
      pointer,
      code: "parameter_invalid",
      detail: `The report has no ${noun} ${id}, or the request names it twice.`,
      fix: `Leave out the id to add a new ${noun}.`,
    }))
}
