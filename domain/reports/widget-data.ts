/** Defines a widget with its values, as the live data of a report returns it. */
import { z } from "zod"
import { progressFields, storedGoal } from "@/domain/goals/goal"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { dataQuality, dataThrough, servedFrom } from "@/domain/kernel/period-meta"
import { annotation } from "@/domain/metrics/annotations"
import { metricValue } from "@/domain/metrics/metric-value"
import { granularities } from "@/domain/metrics/period-input"
import { isFinalField, metricTable } from "@/domain/metrics/table"
import { metricsTable } from "@/domain/visibility/metrics-table"
import { widget } from "./widget"
import { citationsTotal, citedSource } from "./widgets/cited-sources"
import { reportedSignal } from "./widgets/reported-signals"

const widgetStatuses = ["ok", "partial", "stale", "error", "empty"] as const
const widgetErrorCodes = [
  "source_reauth_required",
  "source_timeout",
  "source_rate_limited",
  "source_error",
  "query_invalid",
] as const

const number = z.number().nullable()
const labels = z
  .record(z.string(), z.string())
  .meta({ description: "The names of the values of the dimensions for display, by dimension." })
const point = z.object({
  date: calendarDate().meta({ description: "The first day of the day, week or month." }),
  value: number.meta({ description: "The value. `null` if it is not known." }),
  numerator: metricValue.shape.numerator,
  denominator: metricValue.shape.denominator,
  ci: z
    .object({
      low: z.number().meta({ description: "The lower bound." }),
      high: z.number().meta({ description: "The upper bound." }),
    })
    .nullable()
    .optional()
    .meta({ description: "The 95% interval. Only for AI visibility. `null` if there is none." }),
  is_final: isFinalField,
})
const series = z.object({
  metric: z.string().meta({ description: "The ID of the metric." }),
  key: z
    .record(z.string(), z.string())
    .meta({ description: "The values of the dimensions. Empty without dimensions." }),
  labels,
  points: z.array(point).meta({ description: "The values of the period, in order of time." }),
  comparison_points: z
    .array(point)
    .meta({ description: "The values of the comparison period, in order of time. Empty without a comparison." }),
})

const concerned = z.array(z.string()).meta({ description: "The metrics of the widget that it concerns." })
const seriesBreak = z.object({
  date: calendarDate().meta({ description: "The first day whose values cannot be compared with those before." }),
  reason: z.string().meta({ description: "Why the series breaks." }),
  metrics: concerned,
})
const widgetAnnotation = annotation.pick({ date: true, kind: true, text: true }).extend({ metrics: concerned })

const { metric, starts_on, ends_on, comparator, target } = storedGoal.shape
const goalProgress = z
  .object({ goal_id: id("goal"), metric, starts_on, ends_on, comparator, target, ...progressFields })
  .meta({ id: "GoalProgress" })

export const widgetError = z.object({
  code: z.enum(widgetErrorCodes).meta({ description: "A code that identifies the kind of error." }),
  message: z.string().meta({ description: "What went wrong and what to do, as sentences." }),
  retryable: z.boolean().meta({ description: "`true` if the same request may succeed later." }),
  data_source_id: z
    .string()
    .nullable()
    .meta({ description: "The ID of the data source that failed. `null` if the error is not about a data source." }),
})
export type WidgetError = z.infer<typeof widgetError>

const { columns, rows: metricRows, totals, other, rows_total, rows_returned } = metricTable.shape
const rows = z.array(metricRows.element.extend({ labels }))

export const widgetData = z
  .object({
    id: id("widget"),
    kind: widget.shape.kind.meta({ description: "The kind of widget." }),
    title: widget.shape.title,
    section_id: id("section"),
    position: widget.shape.position,
    status: z.enum(widgetStatuses).meta({
      description:
        "`stale`: the data does not cover the whole period. `partial`: a data source is missing. `error`: no data.",
    }),
    columns: columns.meta({ description: "The metrics of the widget. Empty for widgets without metrics." }),
    dimensions: z
      .array(
        z.object({
          id: z.string().meta({ description: "The ID of the dimension, as in `dims`." }),
          label: z.string().meta({ description: "The name of the dimension for display." }),
        }),
      )
      .meta({ description: "The dimensions of the widget, in the order of the query." }),
    granularity: z.enum(granularities).exclude(["total"]).nullable().meta({
      description: "For time series: whether the points are days, weeks or months. `null` for all other widgets.",
    }),
    series: z.array(series).meta({
      description:
        "For time series: one series for each metric and combination of dimension values. With `daily_values`, also the daily values of metric, goal and AI-visibility widgets.",
    }),
    breaks: z.array(seriesBreak).meta({
      description:
        "Days from which values cannot be compared with earlier ones. For time series: the tracking changed. For AI visibility with `daily_values`: the prompts, the engines, their models or settings, or the regions changed. At most the latest 50.",
    }),
    annotations: z.array(widgetAnnotation).meta({
      description: "For time series: the client's annotations in the period, in order of time, with tracking changes.",
    }),
    rows: rows.meta({
      description: "The rows of metric, table, breakdown and goal widgets. Empty for all other widgets.",
    }),
    totals,
    other,
    goal: goalProgress
      .nullable()
      .meta({ description: "For goal widgets: the progress of the goal. `null` for all other widgets." }),
    ai_visibility: metricsTable.nullable().meta({
      description: "For AI-visibility widgets: the same data as GET /ai-visibility/projects/{project_id}/metrics.",
    }),
    citations: z.array(citedSource).meta({
      description: "For citations widgets: the cited domains or pages, most cited first. Empty for all other widgets.",
    }),
    citations_total: citationsTotal.nullable().meta({
      description: "For citations widgets: the counts of all matching sources. `null` for all other widgets.",
    }),
    signals: z.array(reportedSignal).meta({
      description: "For signals widgets: the signals of the period, most severe first. Empty for all other widgets.",
    }),
    text: z.string().nullable().meta({ description: "For text widgets: the text. `null` for all other widgets." }),
    rows_total: rows_total.meta({ description: "The number of matching rows. For time series, the number of points." }),
    rows_returned,
    truncated: z.boolean().meta({ description: "`true` if matching rows or points are missing." }),
    quality: dataQuality,
    empty_reason: z
      .enum(["no_data_source", "no_data_in_period"])
      .nullable()
      .meta({ description: "Why the widget is empty. `null` if it is not empty." }),
    freshness: z
      .object({
        data_through: dataThrough,
        last_success_at: timestamp().nullable().meta({
          description:
            "The time of the last successful sync of the source that was synced longest ago. `null` if it is not known.",
        }),
        served_from: servedFrom,
      })
      .nullable()
      .meta({ description: "How recent the data is. `null` if the widget has no data." }),
    error: widgetError
      .nullable()
      .meta({ description: "Why the widget has no data or stale data. `null` if there was no error." }),
  })
  .meta({ id: "WidgetData" })
export type WidgetData = z.infer<typeof widgetData>
export type Series = z.infer<typeof series>

/** Counts what `rows_returned` reports: the items of the widget's list. For time series, the points of one metric. */
export function countReturnedRows({
  rows = [],
  citations = [],
  signals = [],
  series = [],
  ai_visibility,
}: Partial<WidgetData>) {
  const [first] = series
  const points = series.filter(({ metric }) => metric === first?.metric).flatMap((line) => line.points)
  const lists = [rows, ai_visibility?.rows ?? [], citations, signals, points]
  return lists.find(({ length }) => length > 0)?.length ?? 0
}
