/** Compares the value over the last days with the limit of a rule. */
import { addDays } from "@/domain/metrics/calendar"
import type { Comparator } from "@/domain/signal-rules/params"
import type { Finding, SeriesDay, Severity } from "../../finding"
import { totalOf, withoutGaps } from "../daily-series"
import { metricFinding } from "../metric-finding"
import { formatDays, formatMetric, labelOf, labelWithin, type MetricSubject } from "../wording"

/** The value of the last `rangeDays` days crosses the threshold if `comparator` holds, for example above 100. */
type Threshold = { comparator: Comparator; limit: number; rangeDays: number; severity: Severity }

/**
 * Tests the sum of the range, or the ratio of its sums. A range with a missing day is not tested, because its sum would
 * be too low.
 *
 * `days`: final days in order.
 */
export function detectThreshold(
  subject: MetricSubject,
  days: readonly SeriesDay[],
  { comparator, limit, rangeDays, severity }: Threshold,
): Finding | null {
  const range = withoutGaps(days).slice(-rangeDays)
  const total = range.length === rangeDays ? totalOf(subject.metric_id, range) : null
  const last = range.at(-1)
  if (!last || !total || !crosses[comparator](total.value, limit)) return null
  const direction = comparator === "above" || comparator === "at_least" ? "up" : "down"
  const period = { from: addDays(last.date, 1 - rangeDays), to: last.date }
  const value = formatMetric(total.value, subject)
  const shownLimit = formatMetric(limit, subject)
  return metricFinding(subject, {
    type: "metric_threshold",
    severity,
    direction,
    title: `${labelOf(subject)} ${wordsOf[comparator]} ${shownLimit}`,
    summary: `The value of ${labelWithin(subject)} was ${value} ${formatDays(period)}, and the rule reports values ${wordsOf[comparator]} ${shownLimit}.`,
    observed: { ...total, n: null },
    expected: { value: null, low: direction === "down" ? limit : null, high: direction === "up" ? limit : null },
    score: null,
    method: "threshold.v1",
    evidence: { kind: "series", ids: [], counts: { days: rangeDays, limit } },
    period,
    baseline: null,
  })
}

const crosses: Record<Comparator, (value: number, limit: number) => boolean> = {
  above: (value, limit) => value > limit,
  at_least: (value, limit) => value >= limit,
  below: (value, limit) => value < limit,
  at_most: (value, limit) => value <= limit,
}

const wordsOf: Record<Comparator, string> = {
  above: "above",
  at_least: "at or above",
  below: "below",
  at_most: "at or below",
}
