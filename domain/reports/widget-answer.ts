/** Defines a widget with its values, as the live data of a report returns it. */
import { z } from "zod"
import { metricsTable } from "@/domain/ai-visibility/metrics/metrics-table"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { metricTable } from "@/domain/metrics/table"
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
  date: calendarDate().meta({ description: "First day of the point's day, week or month" }),
  value: number,
  numerator: number,
  denominator: number,
  is_final: z.boolean(),
})
const series = z.object({
  metric: z.string(),
  key: z.record(z.string(), z.string()).meta({ description: "Values of the dimensions; empty without dimensions" }),
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
    progress: number.meta({ description: "value / target" }),
    expected_share: z.number().meta({ description: "Share of the goal's days that data has reached" }),
    pacing: number.meta({ description: "value / (target * expected_share); 1 is on plan" }),
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
      description: "stale: the last figures that were stored; partial: a source is left out; error: no figures",
    }),
    columns,
    series: z.array(series).meta({ description: "Of a time series: one line for each metric and combination" }),
    rows: rows.meta({ description: "Of all other kinds" }),
    totals,
    other,
    goal: goalProgress.nullable(),
    ai_visibility: metricsTable.nullable().meta({
      description: "Of an AI-visibility widget, as GET /ai-visibility/projects/{project_id}/metrics gives it",
    }),
    text: z.string().nullable(),
    rows_total: rows_total.meta({ description: "Rows that match; of a time series its points" }),
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
