/** The headline of a back-test: how many signals it found, and in how many of the tested metrics. */
import { count, pluralize } from "@/domain/kernel/format-count"

type Series = { metric_id: string; signals: readonly unknown[] }

/** "5 signals, in 2 of 4 metrics", "1 signal" for a single metric, or "No signals in 4 metrics". */
export function testHeadline(series: readonly Series[]): string {
  const tested = metricsOf(series).size
  const withSignals = metricsOf(series.filter(({ signals }) => signals.length > 0)).size
  const metrics = pluralize(tested, "metric")
  if (withSignals === 0) return `No signals in ${metrics}`
  const text = pluralize(
    series.reduce((sum, { signals }) => sum + signals.length, 0),
    "signal",
  )
  return tested === 1 ? text : `${text}, in ${count(withSignals)} of ${metrics}`
}

/** Two sources can have the same metric. It counts once. */
const metricsOf = (series: readonly Series[]) => new Set(series.map(({ metric_id }) => metric_id))
