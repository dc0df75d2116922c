/** Finds ad spend that brought no conversion although it would usually have bought at least three. */
import { count } from "@/domain/kernel/format-count"
import { addDays, daysBetween } from "@/domain/metrics/calendar"
import type { Finding } from "../../finding"
import { metricFinding, observedValue } from "../metric-finding"
import { formatDays, formatMetric, labelOf, type MetricSubject } from "../wording"

/** Spend and conversions of one final day. */
export type SpendDay = { date: string; spend: number; conversions: number }

/** If conversions are Poisson distributed, none out of three expected has a probability of e^-3, about 5%. */
const minExpectedConversions = 3
const baselineDays = 90
/** With fewer conversions in the baseline, the cost per conversion is uncertain by more than a third. */
const minBaselineConversions = 10

/**
 * `subject`: the ad spend. `days`: days in order whose conversions are final. Tests the days since the last
 * conversion, against the cost per conversion in the 90 days up to that conversion.
 */
export function detectSpendWithoutConversions(subject: MetricSubject, days: readonly SpendDay[]): Finding | null {
  const lastConversion = days.findLastIndex(({ conversions }) => conversions > 0)
  const since = days.slice(lastConversion + 1)
  const [first, last, converted] = [since[0], since.at(-1), days[lastConversion]]
  if (!first || !last || !converted) return null
  const baseline = { from: addDays(converted.date, 1 - baselineDays), to: converted.date }
  const before = days.slice(0, lastConversion + 1).filter(({ date }) => date >= baseline.from)
  const conversions = total(before, "conversions")
  if (conversions < minBaselineConversions) return null
  const costPerConversion = total(before, "spend") / conversions
  const spend = total(since, "spend")
  const expected = spend / costPerConversion
  if (!(expected >= minExpectedConversions) || costPerConversion === 0) return null
  const period = { from: first.date, to: last.date }
  const [spent, cost] = [spend, costPerConversion].map((value) => formatMetric(value, subject))
  return metricFinding(subject, {
    type: "spend_no_conversions",
    severity: "warning",
    direction: "none",
    impact: "negative",
    title: `${labelOf(subject)} of ${spent} without conversions`,
    summary: `${spent} was spent without a conversion ${formatDays(period)}, where ${count(Math.round(expected))} conversions are usual at ${cost} per conversion.`,
    observed: observedValue(0),
    expected: { value: expected, low: null, high: null },
    score: expected / Math.LN10,
    method: "poisson_zero.v1",
    evidence: {
      kind: "series",
      ids: [],
      counts: {
        days: daysBetween(first.date, last.date) + 1,
        spend,
        usual_cost_per_conversion: costPerConversion,
        baseline_conversions: conversions,
      },
    },
    period,
    baseline: { from: before[0]?.date ?? baseline.from, to: baseline.to },
  })
}

const total = (days: readonly SpendDay[], part: "spend" | "conversions") =>
  days.reduce((sum, day) => sum + day[part], 0)
