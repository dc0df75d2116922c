/** Defines a widget with its values, as the live data of a report returns it. */
import { z } from "zod"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { metricTable } from "@/domain/metrics/table"
import { metricsTable } from "@/domain/visibility/metrics-table"
import { widgetKinds } from "./widget"

const widgetStatuses = ["ok", "partial", "stale", "error", "empty"] as const
const widgetErrorCodes = [
  "source_reauth_required",
  "source_timeout",
  "source_rate_limited",
  "source_error",
  "query_invalid",
] as const

const number = z.number().nullable()
const point = z.object({
  date: calendarDate().meta({ description: "The first day of the day, week or month." }),
  value: number,
  numerator: number,
  denominator: number,
  is_final: z.boolean(),
})
const series = z.object({
  metric: z.string(),
  key: z
    .record(z.string(), z.string())
    .meta({ description: "The values of the dimensions. Empty without dimensions." }),
  points: z.array(point),
  comparison_points: z.array(point),
})

export const goalProgress = z
  .object({
    goal_id: id("goal"),
    metric: z.string(),
    starts_on: calendarDate(),
    ends_on: calendarDate(),
    comparator: z.enum(["at_least", "at_most"]),
    target: z.number(),
    value: number,
    progress: number.meta({ description: "`value` divided by `target`." }),
    expected_share: z.number().meta({ description: "The share of the goal's days that the data covers." }),
    pacing: number.meta({ description: "`value` divided by `target` × `expected_share`. 1 means on plan." }),
  })
  .meta({ id: "GoalProgress" })
export type GoalProgress = z.infer<typeof goalProgress>

export const widgetError = z.object({
  code: z.enum(widgetErrorCodes),
  message: z.string(),
  retryable: z.boolean(),
  data_source_id: z.string().nullable(),
})
export type WidgetError = z.infer<typeof widgetError>

const { columns, rows, totals, other, rows_total, rows_returned } = metricTable.shape

export const widgetAnswer = z
  .object({
    id: id("widget"),
    kind: z.enum(widgetKinds),
    title: z.string(),
    section_id: id("section"),
    position: z.int(),
    status: z.enum(widgetStatuses).meta({
      description:
        "`stale`: the data does not cover the whole period. `partial`: a data source is missing. `error`: no data.",
    }),
    columns,
    series: z
      .array(series)
      .meta({ description: "For time series: one series for each metric and combination of dimension values." }),
    rows: rows.meta({ description: "For all other kinds of widgets." }),
    totals,
    other,
    goal: goalProgress.nullable(),
    ai_visibility: metricsTable.nullable().meta({
      description: "For AI-visibility widgets: the same data as GET /ai-visibility/projects/{project_id}/metrics.",
    }),
    text: z.string().nullable(),
    rows_total: rows_total.meta({ description: "The number of matching rows. For time series, the number of points." }),
    rows_returned,
    truncated: z.boolean(),
    quality: z.array(z.string()),
    empty_reason: z.enum(["no_data_source", "no_data_in_period"]).nullable(),
    freshness: z
      .object({
        data_through: calendarDate().nullable(),
        last_success_at: timestamp().nullable(),
        served_from: z.enum(["live", "cache", "mixed"]),
      })
      .nullable(),
    error: widgetError.nullable(),
  })
  .meta({ id: "WidgetData" })
export type WidgetAnswer = z.infer<typeof widgetAnswer>
export type Series = z.infer<typeof series>
