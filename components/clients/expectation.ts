/**
 * Says whether the value of a metric is as expected: by the open signals about it, or by comparing its average week with
 * the twelve weeks before.
 */
import type { Trend } from "@/components/metrics/change"
import type { Signal } from "@/components/signals/signal-labels"
import type { LampState } from "@/components/ui/lamp"

type Expectation = { severity: Signal["severity"]; words: string }

const metricSignalTypes: Signal["type"][] = [
  "metric_anomaly",
  "metric_threshold",
  "metric_flatline",
  "search_traffic_drop",
]

/** Returns null if no open signal is about the metric. Its value can be unusual even then. */
export function expectationOf(
  metricId: string,
  signals: Pick<Signal, "type" | "subject" | "direction" | "severity">[],
): Expectation | null {
  const signal = signals.find(({ type, subject }) => metricSignalTypes.includes(type) && subject.metric_id === metricId)
  if (!signal) return null
  const { type, direction, severity } = signal
  if (type === "metric_flatline") return { severity, words: "no data" }
  const reference = type === "metric_threshold" ? "the limit" : "expected"
  return { severity, words: `${direction === "up" ? "above" : "below"} ${reference}` }
}

/** The daily values of the period, and those of the weeks before it. Null is a day without data. */
type Days = { shown: (number | null)[]; before: (number | null)[] }

export type WeeklyResult = { position: "below" | "within" | "above"; mean: number; low: number; high: number }

export const weeksBefore = 12

/** With fewer days of data, a week is not comparable. */
const minDaysOfWeek = 5
/** 97.5% of Student's t distribution with 11 degrees of freedom lie below this value. It follows from `weeksBefore`. */
const tOfTwelveWeeks = 2.201

/**
 * The range is the 95% prediction interval of the mean of the shown weeks. Null if a week lacks data. Assumes that the
 * metric is a sum.
 */
export function weeklyResult({ shown, before }: Days): WeeklyResult | null {
  const weeks = weekTotals(shown)
  const earlier = weekTotals(before)
  if (!weeks?.length || earlier?.length !== weeksBefore) return null
  const mean = meanOf(weeks)
  const earlierMean = meanOf(earlier)
  const variance = earlier.reduce((sum, week) => sum + (week - earlierMean) ** 2, 0) / (weeksBefore - 1)
  const margin = tOfTwelveWeeks * Math.sqrt(variance * (1 / weeks.length + 1 / weeksBefore))
  const low = Math.max(0, earlierMean - margin)
  const high = earlierMean + margin
  let position: WeeklyResult["position"] = "within"
  if (mean < low) position = "below"
  if (mean > high) position = "above"
  return { position, mean, low, high }
}

/** The lamp and the words of a result. A result as expected has no lamp. */
export function weeklyWords({ position }: WeeklyResult, trend: Trend): { lamp: LampState | null; words: string } {
  if (position === "within") return { lamp: null, words: "as expected" }
  return { lamp: lamps[trend], words: `${position} expected` }
}

const lamps = { good: "clear", bad: "caution", neutral: "idle" } as const

/** The total of each week. Days without data count as an average day. Null if a week has too few days with data. */
function weekTotals(days: (number | null)[]): number[] | null {
  const totals: number[] = []
  for (let start = 0; start + 7 <= days.length; start += 7) {
    const values = days.slice(start, start + 7).filter((value) => value !== null)
    if (values.length < minDaysOfWeek) return null
    totals.push(7 * meanOf(values))
  }
  return totals
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
