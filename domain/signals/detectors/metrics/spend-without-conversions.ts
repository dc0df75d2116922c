/** Finds ad spend without conversions that would usually have bought at least three. */
import { count } from "@/domain/kernel/format-count"
import { addDays, daysBetween } from "@/domain/metrics/calendar"
import type { Finding } from "../../finding"
import { metricFinding, observedValue } from "../metric-finding"
import { formatDays, formatMetric, labelOf, type MetricSubject } from "../wording"

/** Spend and conversions of one final day. */
export type SpendDay = { date: string; spend: number; conversions: number }

/** The probability of no conversion is then at most e^-3, about 5%, if conversions follow a Poisson distribution. */
const minExpectedConversions = 3
const baselineDays = 90
/** With fewer conversions in the baseline, the error of the cost per conversion is more than a third. */
const minBaselineConversions = 10

/**
 * Examines the spend since the last conversion. The cost per conversion comes from the 90 days up to that conversion.
 *
 * `subject`: the ad spend. `days`: days in order whose conversions are final.
 */
export function detectSpendWithoutConversions(subject: MetricSubject, days: readonly SpendDay[]): Finding | null {
  const lastConversion = days.findLastIndex(({ conversions }) => conversions > 0)
  const since = days.slice(lastConversion + 1)
  const first = since[0]
  const last = since.at(-1)
  const conversionDay = days[lastConversion]
  if (!first || !last || !conversionDay) return null
  const baseline = { from: addDays(conversionDay.date, 1 - baselineDays), to: conversionDay.date }
  const before = days.slice(0, lastConversion + 1).filter(({ date }) => date >= baseline.from)
  const conversions = total(before, "conversions")
  if (conversions < minBaselineConversions) return null
  const costPerConversion = total(before, "spend") / conversions
  if (costPerConversion === 0) return null
  const spend = total(since, "spend")
  const expected = spend / costPerConversion
  if (expected < minExpectedConversions) return null
  const period = { from: first.date, to: last.date }
  const spent = formatMetric(spend, subject)
  const cost = formatMetric(costPerConversion, subject)
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
