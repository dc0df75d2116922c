/** Gets the live data of a report. */
import { z } from "zod"
import type { Truncation } from "@/domain/kernel/envelope"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import type { Warning } from "@/domain/kernel/warnings"
import { exampleTable } from "@/domain/metrics/example-table"
import { rangeChecks } from "@/domain/metrics/period"
import { commentaryOf, exampleCommentary, periodCommentary } from "./commentary/commentary"
import { etagParts, liveInput, loadLiveReport, type WidgetSelection } from "./live"
import type { LoadedWidget, SectionWidget } from "./load-widget"
import { report } from "./report"
import { countReturnedRows, widgetData } from "./widget-data"

const reportData = z
  .object({
    report: z
      .object({
        id: id("report"),
        name: report.shape.name,
        version: report.shape.version,
        client_id: id("client"),
      })
      .meta({ description: "The report that the data belongs to." }),
    status: z.enum(["ok", "partial", "failed"]).meta({
      description:
        "`partial`: at least one widget is stale, partial or has an error. `failed`: all widgets have errors.",
    }),
    widgets: z.array(widgetData).meta({ description: "The widgets with their data, in the order of the report." }),
    commentary: periodCommentary,
  })
  .meta({ id: "ReportData" })

export const exampleWidget = {
  id: exampleId("widget"),
  kind: "table" as const,
  title: "Clicks by device",
  section_id: exampleId("section"),
  position: 1,
  status: "ok" as const,
  granularity: null,
  series: [],
  breaks: [],
  annotations: [],
  goal: null,
  ai_visibility: null,
  citations: [],
  citations_total: null,
  signals: [],
  text: null,
  ...exampleTable,
  dimensions: [{ id: "device", label: "Device" }],
  rows: exampleTable.rows.map((row) => ({ ...row, labels: row.dims })),
  truncated: true,
  quality: [],
  empty_reason: null,
  freshness: {
    data_through: "2026-11-19",
    last_success_at: "2026-11-20T05:10:44.020Z",
    served_from: "cache" as const,
  },
  error: null,
}

export const getReportData = defineOperation({
  id: "reports.getData",
  summary: "Get a report's live data",
  description:
    "Returns the data of all widgets of a report, or of some of them. If a widget fails, its own `status` says so, and the response is still 200 with the status `partial`. The period and the comparison default to those of the report.",
  audience: "team",
  kind: "query",
  scope: "reports:read",
  fails: ["report_archived"],
  rest: { path: "/reports/{report_id}/data", tag: "Reports" },
  tool: {
    name: "get_report",
    title: "Get report",
    page: "reports/{report_id}",
    description:
      "Returns a report with the live numbers of its widgets for a period, by default that of the report. Name single widgets when the report is long.",
    omit: ["timezone", "align", "timeout_ms", "daily_values", "fresh", "granularity"],
    // The titles of widgets are the team's own text.
    untrusted: ["dims", "labels", "series.key", "citations.title", "signals.title", "signals.summary"],
    countReturnedRows,
  },
  resources: [
    {
      uri: "app://reports/{report_id}",
      name: "report",
      title: "Report",
      description: "A report with its live numbers for the usual period.",
      ttlSeconds: 900,
    },
  ],
  input: z.strictObject({
    ...liveInput,
    widgets: z.array(id("widget")).min(1).max(200).optional().meta({ description: "Only these widgets." }),
  }),
  checks: rangeChecks(),
  output: reportData,
  hasPeriod: true,
  example: {
    report: { id: exampleId("report"), name: "Monthly performance", version: 3, client_id: exampleId("client") },
    status: "ok",
    widgets: [exampleWidget],
    commentary: [exampleCommentary],
  },
  async handle(ctx, { widgets, ...input }) {
    const live = await loadLiveReport(ctx, input, (allWidgets) => selectWidgets(allWidgets, widgets))
    const { layout, period, loadedWidgets, meta } = live
    const { id, name, version, client_id } = layout
    const { report_id, max_rows, timeout_ms, daily_values, fresh } = input
    const query = { report_id, ...(widgets && { widgets }), ...period.echo, max_rows, timeout_ms, daily_values, fresh }
    const commentary = await commentaryOf({ teamId: ctx.team.id, reportId: id, from: period.from, to: period.to })
    return {
      data: {
        report: { id, name, version, client_id },
        status: statusOf(loadedWidgets),
        widgets: loadedWidgets.map(({ widget }) => widget),
        commentary,
      },
      truncation: truncationOf(loadedWidgets),
      query,
      etagParts: [...etagParts(live, query), commentary],
      ...meta,
      warnings: warningsOf(loadedWidgets),
    }
  },
})

function selectWidgets(allWidgets: SectionWidget[], widgetIds: string[] | undefined): WidgetSelection {
  const unknown = widgetIds?.filter((id) => !allWidgets.some((widget) => widget.id === id)) ?? []
  const widgets = widgetIds ? allWidgets.filter((widget) => widgetIds.includes(widget.id)) : allWidgets
  const detail = `The report has no widget ${unknown.join(", ")}.`
  const fix = "Leave out widgets to get all widgets of the report with their IDs."
  const fieldErrors =
    unknown.length > 0 ? [{ parameter: "widgets", code: "parameter_invalid" as const, detail, fix }] : []
  return { widgets, fieldErrors }
}

function statusOf(loadedWidgets: LoadedWidget[]): z.output<typeof reportData>["status"] {
  const states = loadedWidgets.filter(({ widget }) => widget.kind !== "text").map(({ widget }) => widget.status)
  if (states.length > 0 && states.every((status) => status === "error")) return "failed"
  return states.every((status) => status === "ok" || status === "empty") ? "ok" : "partial"
}

const warningsOf = (loadedWidgets: LoadedWidget[]): Warning[] =>
  loadedWidgets.flatMap(({ resultMeta }, index) =>
    (resultMeta?.warnings ?? []).map((warning) => ({ ...warning, path: pathInReport(warning.path ?? "", index) })),
  )

/** Turns a path from a widget, such as `data.rows`, into one from the report, such as `data.widgets[0].rows`. */
const pathInReport = (path: string, index: number) => `data.widgets[${index}]${path.replace(/^data/, "")}`

/**
 * Names the truncated widget. If several widgets are truncated, `omitted` is the sum of their missing rows, or null if
 * the number of one of them is not known.
 */
function truncationOf(loadedWidgets: LoadedWidget[]): Truncation | null {
  const truncations = loadedWidgets.flatMap(({ truncation }, index) =>
    truncation ? [{ ...truncation, scope: pathInReport(truncation.scope, index) }] : [],
  )
  const [first, ...others] = truncations
  if (!first || others.length === 0) return first ?? null
  const omitted = truncations.reduce<number | null>(
    (sum, truncation) => (sum === null || truncation.omitted === null ? null : sum + truncation.omitted),
    0,
  )
  return { ...first, limit: null, omitted, scope: "data.widgets" }
}
