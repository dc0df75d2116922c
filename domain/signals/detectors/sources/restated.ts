/** Reports final values that the data source changed when it was read again. */
import { pluralize } from "@/domain/kernel/format-count"
import { isMoney } from "@/domain/metrics/catalogue"
import type { Finding } from "../../finding"
import { minVolume } from "../anomaly/anomaly"
import { metricFinding, observedValue } from "../metric-finding"
import { formatDays, formatMetric, formatWholePercent, labelOf, type MetricSubject } from "../wording"

/** A final day whose value changed. */
export type RestatedDay = { date: string; before: number; after: number }

/** The changes must be larger than this share of the earlier values. */
const minChangedShare = 0.05

/**
 * Compares the sum of the absolute changes with the earlier values. Totals below `minVolume` vary by chance, except for
 * amounts of money.
 *
 * `days`: the changed days in order.
 */
export function detectRestated(subject: MetricSubject, days: readonly RestatedDay[]): Finding | null {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  const minTotal = isMoney(subject.metric_id) ? 0 : minVolume
  const before = total(days.map((day) => day.before))
  const after = total(days.map((day) => day.after))
  const moved = total(days.map((day) => Math.abs(day.after - day.before)))
  if (Math.max(before, after) < minTotal) return null
  if (moved <= minChangedShare * before) return null
  const period = { from: first.date, to: last.date }
  const earlier = formatMetric(before, subject)
  const later = formatMetric(after, subject)
  const share = before > 0 ? ` (${formatWholePercent(moved / before)} moved)` : ""
  return metricFinding(subject, {
    type: "data_restated",
    severity: "info",
    direction: directionOf(before, after),
    impact: "neutral",
    title: `${labelOf(subject)} restated`,
    summary: `The data source changed the values of ${pluralize(days.length, "final day")} ${formatDays(period)} from ${earlier} to ${later} in total${share}.`,
    observed: observedValue(after),
    expected: { value: before, low: null, high: null },
    score: null,
    method: "restatement.v1",
    evidence: { kind: "series", ids: [], counts: { days: days.length, moved } },
    period,
    baseline: null,
  })
}

function directionOf(before: number, after: number): Finding["direction"] {
  if (after > before) return "up"
  return after < before ? "down" : "none"
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
