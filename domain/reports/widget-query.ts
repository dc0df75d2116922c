/** Translates the query of a widget to a metric query. */
import type { MetricQuery } from "@/domain/metrics/metric-query"
import type { Granularity } from "@/domain/metrics/period-input"
import { type WidgetKind, widgetQueries } from "./widget"

export type WidgetQuery = { query: MetricQuery; granularity: Granularity }

/** Limit on the rows of a chart: one row per line and day, week or month. The widget's own limit counts lines. */
const maxPoints = 10_000

/** Null for widgets that do not query metrics. Throws when a stored query is no longer valid. */
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
