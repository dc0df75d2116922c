/** Writes a whole report. Widget queries are validated here, so every stored report can be answered. */
import { z } from "zod"
import { type FieldError, Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { validate } from "@/domain/kernel/validate"
import { queryErrors } from "@/domain/metrics/metric-query"
import { type Prisma, prisma } from "@/prisma/client"
import { report, reportStatuses } from "./report"
import { widgetKinds, widgetQueries } from "./widget"
import { widgetQueryOf } from "./widget-query"

const draft = z.strictObject({
  name: z.string().min(1).max(200),
  description: report.shape.description.default(null),
  status: z.enum(reportStatuses).default("draft"),
  default_range: report.shape.default_range.default("last_28_days"),
  default_compare: report.shape.default_compare.default("previous_period"),
  timezone: report.shape.timezone.default(null),
  currency: report.shape.currency.default(null),
  locale: z.string().default("en"),
  sections: z.array(
    z.strictObject({
      title: z.string().max(200),
      widgets: z.array(
        z.strictObject({
          kind: z.enum(widgetKinds),
          title: z.string().max(200),
          query: z.record(z.string(), z.unknown()).default({}),
          options: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
})
export type ReportDraft = z.input<typeof draft>

/** Returns the new report's id. Call it inside the team. Throws Problem when a widget's query is invalid. */
export async function writeReport(teamId: string, clientId: string, given: ReportDraft, now: Date): Promise<string> {
  const { sections, ...fields } = validate(draft, given)
  const report_id = newId("report", now.getTime())
  const placed = sections.map(({ title, widgets }, s) => ({
    section: { id: newId("section"), team_id: teamId, report_id, title, position: s + 1 },
    widgets: widgets.map((widget, w) => ({
      ...widget,
      query: checked(widget, `/sections/${s}/widgets/${w}/query`),
      position: w + 1,
    })),
  }))
  await prisma.$transaction([
    prisma.report.create({
      data: {
        ...fields,
        id: report_id,
        team_id: teamId,
        client_id: clientId,
        published_at: fields.status === "published" ? now : null,
        created_at: now,
        updated_at: now,
      },
    }),
    prisma.reportSection.createMany({ data: placed.map(({ section }) => section) }),
    prisma.reportWidget.createMany({
      data: placed.flatMap(({ section, widgets }) =>
        widgets.map((widget) => ({
          ...widget,
          query: widget.query as Prisma.InputJsonValue,
          options: widget.options as Prisma.InputJsonValue,
          id: newId("widget"),
          team_id: teamId,
          report_id,
          section_id: section.id,
        })),
      ),
    }),
  ])
  return report_id
}

type Asking = z.output<typeof draft>["sections"][number]["widgets"][number]

/** The query with defaults filled in. */
function checked({ kind, query }: Asking, pointer: string) {
  const result = widgetQueries[kind].safeParse(query)
  if (!result.success)
    throw invalid(
      result.error.issues.map((issue) => ({ detail: issue.message, pointer: [pointer, ...issue.path].join("/") })),
    )
  const question = widgetQueryOf(kind, result.data)
  const fieldErrors = question ? queryErrors(question.query) : []
  if (fieldErrors.length > 0)
    throw invalid(fieldErrors.map(({ detail, parameter }) => ({ detail, pointer: `${pointer}/${parameter}` })))
  return result.data
}

const invalid = (errors: Omit<FieldError, "code">[]) =>
  new Problem("parameter_invalid", errors.map((e) => e.detail).join(" "), {
    errors: errors.map((e) => ({ ...e, code: "parameter_invalid" as const })),
  })
