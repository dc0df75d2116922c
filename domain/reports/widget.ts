/** Defines the widgets of a report and the query of each kind. */
import { z } from "zod"
import { sourceClass } from "@/domain/answers/extraction/sources"
import { signalCreated } from "@/domain/events/signal-created"
import { id } from "@/domain/kernel/ids"
import { type MetricQuery, metricQueryInput } from "@/domain/metrics/metric-query"
import { type Granularity, granularities } from "@/domain/metrics/period-input"
import { severities } from "@/domain/signals/signal"
import { metricsInput } from "@/domain/visibility/metrics-query"

export const widgetKinds = [
  "metric",
  "time_series",
  "table",
  "breakdown",
  "goal",
  "ai_visibility",
  "citations",
  "signals",
  "text",
] as const
export type WidgetKind = (typeof widgetKinds)[number]

const { metrics, dimensions, filter, order_by, limit } = metricQueryInput
const metricFields = { metrics, filter }
const { project_id, group_by, brand_id, engine, region, topic_id, prompt_id, tag, prompt_scope } = metricsInput.shape
const aiVisibilityFields = { project_id, group_by, brand_id, engine, region, topic_id, prompt_id, tag, prompt_scope }

/** Signals about data sources are work of the agency and never part of a report. */
export const reportedCategories = signalCreated.shape.signal.shape.category.exclude(["data_health"])

/** The queries that each kind allows. `limit` counts rows, but lines for time series. */
export const widgetQueries = {
  metric: z.strictObject(metricFields),
  time_series: z.strictObject({
    ...metricFields,
    dimensions,
    granularity: z.enum(granularities).exclude(["total"]).default("day"),
    limit: z.int().min(1).max(50).default(10),
  }),
  table: z.strictObject({
    ...metricFields,
    dimensions: dimensions.unwrap().min(1),
    order_by,
    limit: limit.unwrap().default(25),
  }),
  breakdown: z.strictObject({
    ...metricFields,
    dimensions: dimensions.unwrap().length(1),
    order_by,
    limit: z.int().min(1).max(50).default(6),
  }),
  goal: z.strictObject({ goal_id: id("goal") }),
  ai_visibility: z.strictObject({ ...aiVisibilityFields, limit: limit.unwrap().default(25) }),
  citations: z.strictObject({
    project_id: id("aiProject"),
    entity: z.enum(["domain", "url"]).default("domain"),
    source_class: z.array(sourceClass).min(1).optional(),
    engine: z.string().max(60).optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  signals: z.strictObject({
    category: z.array(reportedCategories).min(1).optional(),
    min_severity: z.enum(severities).default("info"),
    limit: z.int().min(1).max(50).default(10),
  }),
  text: z.strictObject({}),
} satisfies Record<WidgetKind, z.ZodObject>

export const widget = z
  .object({
    id: id("widget"),
    kind: z.enum(widgetKinds).meta({ description: "The kind of widget. It determines the form of `query`." }),
    title: z.string().meta({ description: "The title of the widget." }),
    position: z.int().meta({ description: "The position of the widget in its section. Lower numbers come first." }),
    query: z
      .record(z.string(), z.unknown())
      .meta({ description: "The query of the widget. Its form depends on `kind`." }),
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: "How the widget is displayed. For text widgets, the text." }),
  })
  .meta({ id: "Widget" })
export type Widget = z.infer<typeof widget>

/** A metric query, and whether it returns one value for the whole period or one for each day, week or month. */
export type WidgetQuery = { query: MetricQuery; granularity: Granularity }

/** Limit on the rows of a chart: one row per line and day, week or month. The widget's own limit counts lines. */
const maxPoints = 10_000

/**
 * The metric query of a widget. Null for widgets that do not query metrics. Throws when a stored query is no longer
 * valid.
 */
export function widgetQueryOf(kind: WidgetKind, stored: Record<string, unknown>): WidgetQuery | null {
  if (!isMetricKind(kind)) return null
  if (kind === "metric")
    return { query: { ...widgetQueries.metric.parse(stored), dimensions: [], limit: 1 }, granularity: "total" }
  if (kind === "time_series") {
    const { granularity, limit, ...query } = widgetQueries.time_series.parse(stored)
    return { query: { ...query, series_limit: limit, limit: maxPoints }, granularity }
  }
  return { query: widgetQueries[kind].parse(stored), granularity: "total" }
}

const metricKinds = ["metric", "time_series", "table", "breakdown"] as const

const isMetricKind = (kind: WidgetKind): kind is (typeof metricKinds)[number] =>
  metricKinds.some((metricKind) => metricKind === kind)
