/**
 * Finds days without a value, or with the value 0, on which the metric is usually far from zero. This is typical of
 * broken tracking.
 */
import { addDays } from "@/domain/metrics/calendar"
import type { Finding, SeriesDay } from "../../finding"
import { daysThrough, firstBaselineDay, weekdayMedian } from "../daily-series"
import { metricFinding, observedValue } from "../metric-finding"
import { formatDays, formatMetric, labelOf, labelWithin, type MetricSubject } from "../wording"

/** A zero can be chance if the median of its weekday is lower. */
const minUsual = 20

/**
 * Returns one finding for each run of consecutive days.
 *
 * `days`: final days in order. `dataThrough`: the last day that the data source has delivered. Missing days count as 0
 * up to it. Later days are not missing, only late.
 */
export function detectFlatlines(
  subject: MetricSubject,
  days: readonly SeriesDay[],
  { dataThrough }: { dataThrough: string },
): Finding[] {
  const delivered = daysThrough(days, dataThrough)
  const values = delivered.map(({ value }) => value ?? 0)
  const findings: Finding[] = []
  let index = 0
  while (index < values.length) {
    if (!isFlat(values, index)) {
      index++
      continue
    }
    const start = index
    while (isFlat(values, index + 1)) index++
    findings.push(findingOf(subject, delivered, values, start, index))
    index++
  }
  return findings
}

const isFlat = (values: readonly number[], i: number) => values[i] === 0 && (weekdayMedian(values, i) ?? 0) >= minUsual

function findingOf(
  subject: MetricSubject,
  days: readonly SeriesDay[],
  values: readonly number[],
  start: number,
  end: number,
): Finding {
  const period = { from: days[start]?.date as string, to: days[end]?.date as string }
  const usual = weekdayMedian(values, end) as number
  const count = end - start + 1
  const missing = days.slice(start, end + 1).filter(({ value }) => value === null).length
  return metricFinding(subject, {
    type: "metric_flatline",
    severity: "critical",
    direction: "down",
    impact: "negative",
    title: `No ${labelWithin(subject)} recorded`,
    summary: `${labelOf(subject)} ${eventOf(missing, count)} ${formatDays(period)}, where ${formatMetric(usual, subject)} is usual for this weekday, so tracking may be broken.`,
    observed: observedValue(0),
    expected: { value: usual, low: null, high: null },
    score: null,
    method: "flatline.v1",
    evidence: { kind: "series", ids: [], counts: { days: count, missing_days: missing } },
    period,
    baseline: { from: firstBaselineDay(days, period.from), to: addDays(period.from, -1) },
  })
}

function eventOf(missingDays: number, days: number) {
  if (missingDays === 0) return "fell to 0"
  return missingDays === days ? "had no data" : "fell to 0 or had no data"
}
