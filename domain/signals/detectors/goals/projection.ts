/** Projects the value of a metric at the end of a goal's period, with an 80% interval. */
import { addDays, type Day, daysBetween, lengthInDays, weekday } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import type { SeriesDay } from "../../finding"
import { median, withoutGaps } from "../daily-series"

export type GoalPeriod = { starts_on: Day; ends_on: Day }

export type Projection = {
  /** The value from the start of the period to the last day with data. */
  toDate: number
  /** The projected value of the complete period, and its 80% interval. */
  value: number
  low: number
  high: number
  /** The share of the period's days that have data. */
  elapsedShare: number
  lastDay: Day
  daysLeft: number
  baseline: { from: Day; to: Day }
}

/** Weekday medians and their spread come from this many days. */
export const baselineDays = 56
const minBaselineDays = 14
/** 90th percentile of the standard normal distribution, for a two-sided 80% interval. */
const z80 = 1.2815515655446004

/**
 * Adds the median of each remaining weekday to the value so far. Missing days count as 0. Returns null before the
 * period has data, with fewer than two weeks of data, and for ratios whose denominator is 0.
 */
export function project(metricId: string, days: readonly SeriesDay[], period: GoalPeriod): Projection | null {
  const daysToEnd = withoutGaps(days.filter(({ date }) => date <= period.ends_on))
  const recent = daysToEnd.slice(-baselineDays)
  const first = recent[0]
  const last = recent.at(-1)
  if (!first || !last || last.date < period.starts_on || recent.length < minBaselineDays) return null
  const inPeriod = daysToEnd.filter(({ date }) => date >= period.starts_on)
  const daysLeft = daysBetween(last.date, period.ends_on)
  const weekdaysLeft = Array.from({ length: daysLeft }, (_, i) => weekday(addDays(last.date, i + 1)))
  const { multiplier, denominatorTerms } = metricOf(metricId)
  const numerator = projectPart(denominatorTerms ? "numerator" : "value", recent, inPeriod, weekdaysLeft)
  // The denominator of a sum is 1, so that one formula serves sums and ratios.
  const denominator = denominatorTerms && projectPart("denominator", recent, inPeriod, weekdaysLeft)
  const [denominatorSoFar, denominatorAtEnd] = denominator ? [denominator.soFar, denominator.atEnd] : [1, 1]
  if (denominatorSoFar === 0) return null
  const ratio = numerator.atEnd / denominatorAtEnd
  const deviations = numerator.deviations.map((deviation, i) => deviation - ratio * (denominator?.deviations[i] ?? 0))
  // The error of the remaining days, and of the weekday medians that all of them share.
  const errorDays = Math.sqrt(daysLeft + daysLeft ** 2 / recent.length)
  const margin = (z80 * multiplier * rootMeanSquare(deviations) * errorDays) / denominatorAtEnd
  const value = multiplier * ratio
  const toDate = valueToDate(metricId, inPeriod, period) ?? 0
  // A sum does not fall again, unless negative amounts such as refunds are usual.
  const lowest = denominatorTerms ? Number.NEGATIVE_INFINITY : Math.min(toDate, value)
  return {
    toDate,
    value,
    low: Math.max(value - margin, lowest),
    high: value + margin,
    elapsedShare: inPeriod.length / lengthInDays(period.starts_on, period.ends_on),
    lastDay: last.date,
    daysLeft,
    baseline: { from: first.date, to: last.date },
  }
}

/**
 * The value of the metric from the start of the period to the last day with data. Returns null before the period has
 * data, and for ratios whose denominator is 0.
 */
export function valueToDate(metricId: string, days: readonly SeriesDay[], period: GoalPeriod): number | null {
  const inPeriod = days.filter(({ date }) => date >= period.starts_on && date <= period.ends_on)
  if (inPeriod.length === 0) return null
  const { multiplier, denominatorTerms } = metricOf(metricId)
  const sumOf = (part: Part) => total(inPeriod.map((day) => day[part] ?? 0))
  if (!denominatorTerms) return multiplier * sumOf("value")
  const denominator = sumOf("denominator")
  return denominator === 0 ? null : (multiplier * sumOf("numerator")) / denominator
}

type Part = "value" | "numerator" | "denominator"

/**
 * Projects one part of a metric. Returns its sum so far, its sum at the end of the period, and how far each recent day
 * was from the median of its weekday.
 */
function projectPart(
  part: Part,
  recent: readonly SeriesDay[],
  inPeriod: readonly SeriesDay[],
  weekdaysLeft: readonly number[],
) {
  const partOf = (day: SeriesDay) => day[part] ?? 0
  const byWeekday = Map.groupBy(recent, ({ date }) => weekday(date))
  const medians = new Map([...byWeekday].map(([day, days]) => [day, median(days.map(partOf))]))
  const usualOn = (day: number) => medians.get(day) ?? 0
  const soFar = total(inPeriod.map(partOf))
  return {
    soFar,
    atEnd: soFar + total(weekdaysLeft.map(usualOn)),
    deviations: recent.map((day) => partOf(day) - usualOn(weekday(day.date))),
  }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const rootMeanSquare = (values: readonly number[]) =>
  Math.sqrt(total(values.map((value) => value ** 2)) / values.length)
