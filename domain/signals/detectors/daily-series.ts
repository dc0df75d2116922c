/**
 * Arithmetic on daily series that several detectors share: complete days, medians by weekday, and totals of a range.
 */
import { addDays, type Day, daysBetween } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import type { SeriesDay } from "../finding"

/** Adds the missing calendar days between the first and the last day, with the value null. */
export function withoutGaps(days: readonly SeriesDay[]): SeriesDay[] {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return []
  if (daysBetween(first.date, last.date) === days.length - 1) return [...days]
  const byDate = new Map(days.map((day) => [day.date, day]))
  return Array.from({ length: daysBetween(first.date, last.date) + 1 }, (_, i) => {
    const date = addDays(first.date, i)
    return byDate.get(date) ?? { date, value: null }
  })
}

/** The days through `last`. Missing days up to it are added with the value null, those at the end too. */
export function daysThrough(days: readonly SeriesDay[], last: Day): SeriesDay[] {
  const until = days.filter(({ date }) => date <= last)
  const latest = until.at(-1)
  return withoutGaps(latest && latest.date < last ? [...until, { date: last, value: null }] : until)
}

/** The middle value, or the mean of the two middle values. NaN without values. */
export function median(values: readonly number[]): number {
  const ordered = sortAscending(values)
  const middle = Math.floor(ordered.length / 2)
  const upper = ordered[middle] ?? Number.NaN
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[middle - 1] ?? Number.NaN)) / 2
}

/** Linear interpolation between the closest ranks of an ordered list that is not empty. */
export function quantile(ordered: readonly number[], share: number): number {
  const rank = share * (ordered.length - 1)
  const below = Math.floor(rank)
  const low = ordered[below] as number
  return low + (rank - below) * ((ordered[below + 1] ?? low) - low)
}

/** Insertion sort for short lists. It makes the anomaly detector three times as fast as the built-in sort does. */
export function sortAscending(values: readonly number[]): number[] {
  if (values.length > maxInsertionSort) return values.toSorted((a, b) => a - b)
  const ordered = [...values]
  for (let i = 1; i < ordered.length; i++) {
    const value = ordered[i] as number
    let at = i
    for (; at > 0 && (ordered[at - 1] as number) > value; at--) ordered[at] = ordered[at - 1] as number
    ordered[at] = value
  }
  return ordered
}

const maxInsertionSort = 40

/** The median of the same weekday in up to eight weeks before `index`, or null with fewer than four of them. */
export function weekdayMedian(values: readonly number[], index: number): number | null {
  const sameWeekday: number[] = []
  for (let i = index - 7; i >= 0 && sameWeekday.length < maxWeeks; i -= 7) sameWeekday.push(values[i] as number)
  return sameWeekday.length < minWeeks ? null : median(sameWeekday)
}

const minWeeks = 4
const maxWeeks = 8

/** The first day that `weekdayMedian` uses for `date`. */
export function firstBaselineDay(days: readonly SeriesDay[], date: Day): Day {
  const earliest = addDays(date, -7 * maxWeeks)
  const first = days[0]?.date ?? earliest
  return first > earliest ? first : earliest
}

/** Numerator, denominator and value of a range of days. */
export type RangeTotal = { value: number; numerator: number | null; denominator: number | null }

/**
 * Adds up the days of a range. Ratios are the ratio of the sums. Returns null if a day has no value, if a denominator
 * is 0, or if the days of the metric cannot be added.
 */
export function totalOf(metricId: string, days: readonly SeriesDay[]): RangeTotal | null {
  if (days.length === 0 || days.some(({ value }) => value === null)) return null
  const { aggregation, multiplier } = metricOf(metricId)
  if (days.every(({ denominator }) => denominator !== undefined)) {
    const numerator = sumOf(days, "numerator")
    const denominator = sumOf(days, "denominator")
    return denominator === 0 ? null : { value: (multiplier * numerator) / denominator, numerator, denominator }
  }
  if (aggregation !== "sum" && days.length > 1) return null
  return { value: sumOf(days, "value"), numerator: null, denominator: null }
}

const sumOf = (days: readonly SeriesDay[], part: "value" | "numerator" | "denominator"): number =>
  days.reduce((total, day) => total + (day[part] ?? 0), 0)
