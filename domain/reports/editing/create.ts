/** Creates a report as a draft, from a template or as a copy of another report. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { findLayout } from "../layout"
import { report, requireReport } from "../report"
import { isBoundToClient } from "./references"
import { type CheckedSection, checkSections, insertSections, sectionsInput } from "./sections"
import { lockUnarchivedClient, reportName, reportSettings, requireCapacity, requireUniqueName } from "./settings"
import { type TemplateId, templateIds, templates } from "./templates"

export const createReport = defineOperation({
  id: "reports.create",
  summary: "Create a report",
  description:
    "Creates a draft. A copy for another client leaves out the widgets that show a goal, an AI-visibility project or a data source of the original client.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "create_report",
    title: "Create report",
    page: "reports/{id}",
    description:
      "Creates a report for a client from a template, or as a copy of another report. It is a draft: not shared and not sent.",
    effect: "create",
  },
  input: z.strictObject({
    client_id: id("client"),
    name: reportName,
    template: z.enum(templateIds).optional().meta({ description: "The template. Default: `blank`." }),
    copy_of_report_id: id("report").optional().meta({ description: "The report to copy. Excludes `template`." }),
  }),
  checks: [
    {
      reads: ["template", "copy_of_report_id"],
      fieldErrors: ({ template, copy_of_report_id }) =>
        template && copy_of_report_id
          ? [
              {
                parameter: "template",
                code: "parameter_invalid",
                detail: "template and copy_of_report_id exclude each other.",
                fix: "Send one of them.",
              },
            ]
          : [],
    },
  ],
  output: report,
  fails: ["already_exists", "plan_limit_reached", "state_conflict"],
  async handle(ctx, input) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const { client_id, name, copy_of_report_id } = input
    const original = copy_of_report_id ? await readOriginal(team_id, copy_of_report_id, client_id) : null
    const report_id = newId("report", now.getTime())
    await prisma.$transaction(async (tx) => {
      await lockUnarchivedClient(tx, team_id, client_id)
      await requireUniqueName(tx, { team_id, client_id, name })
      await requireCapacity(tx, { team_id, client_id })
      const sections =
        original?.sections ?? (await buildSections(tx, { team_id, client_id }, input.template ?? "blank"))
      const times = { created_at: now, updated_at: now }
      await tx.report.create({ data: { ...original?.settings, id: report_id, team_id, client_id, name, ...times } })
      await insertSections(tx, { team_id, report_id }, sections)
      await recordAudit(ctx, { action: "report.created", subject_id: report_id, after: input }, tx)
    })
    return { data: await requireReport(team_id, report_id) }
  },
})

type Owner = { team_id: string; client_id: string }

const copiedSettings = z.object(reportSettings).omit({ name: true })
/** Another client may have another time zone and currency. */
const settingsForAnotherClient = copiedSettings.omit({ timezone: true, currency: true })

/** Throws `resource_not_found` when the team has no such report. */
async function readOriginal(teamId: string, reportId: string, clientId: string) {
  const layout = await findLayout(teamId, reportId)
  if (!layout) throw notFound("report")
  const isSameClient = layout.client_id === clientId
  return {
    settings: pick(layout, (isSameClient ? copiedSettings : settingsForAnotherClient).keyof().options),
    sections: layout.sections.map(
      ({ title, widgets }): CheckedSection => ({
        id: undefined,
        title,
        widgets: widgets
          .filter((widget) => isSameClient || !isBoundToClient(widget))
          .map(({ kind, title, query, options }) => ({ id: undefined, kind, title, query, options })),
      }),
    ),
  }
}

const pick = <T, Key extends keyof T>(value: T, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, Key>

async function buildSections(tx: Prisma.TransactionClient, owner: Owner, template: TemplateId) {
  const project = await tx.aiProject.findFirst({
    where: { ...owner, status: { not: "archived" } },
    orderBy: { id: "asc" },
    select: { id: true },
  })
  return checkSections(sectionsInput.parse(templates[template].sections(project?.id ?? null)))
}
