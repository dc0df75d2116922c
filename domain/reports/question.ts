/** What a widget asks of the client's metrics, in the words of the metric query. */
import type { MetricQuery } from "@/domain/metrics/metric-query"
import type { Granularity } from "@/domain/metrics/period-input"
import { type WidgetKind, widgetQueries } from "./widget"

export type Question = { query: MetricQuery; granularity: Granularity }

/** A chart has one point a bucket: its limit counts lines, and as many points as there may be. */
const maxPoints = 10_000

/** Null for widgets that ask nothing of metrics. Throws when a stored query has lost its meaning. */
export function questionOf(kind: WidgetKind, stored: Record<string, unknown>): Question | null {
  if (kind === "goal" || kind === "ai_visibility" || kind === "text") return null
  if (kind === "metric")
    return { query: { ...widgetQueries.metric.parse(stored), dimensions: [], limit: 1 }, granularity: "total" }
  if (kind === "time_series") {
    const { granularity, limit, ...query } = widgetQueries.time_series.parse(stored)
    return { query: { ...query, series_limit: limit, limit: maxPoints }, granularity }
  }
  return { query: widgetQueries[kind].parse(stored), granularity: "total" }
}
