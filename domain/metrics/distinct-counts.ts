/** Rules for counts of distinct people. They are known only for whole days, weeks or months, and never added up. */
import { addDays, type Day, firstOfMonth, lastOfMonth, lengthInDays } from "./calendar"
import type { ResolvedPeriod, Span } from "./period"
import type { Granularity } from "./period-input"

type Grain = Exclude<Granularity, "total">

/** The stored grain that the query can use, as in `users@week`. Null when no grain has the period's length. */
export const distinctCountGrain = (period: ResolvedPeriod): Grain | null =>
  period.granularity === "total" ? grainOf(period) : period.granularity

/** Whether the buckets of the comparison are whole days, weeks or months too. */
export function isDistinctCountComparable(period: ResolvedPeriod): boolean {
  const { comparison, granularity } = period
  if (!comparison) return false
  if (granularity === "day") return true
  if (granularity === "total") return grainOf(period) !== null && grainOf(comparison) === grainOf(period)
  if (granularity === "month") return comparison.shiftDays === null
  return comparison.shiftDays !== null && comparison.shiftDays % 7 === 0
}

/** Whether the whole bucket lies within the period. */
export function isWholeBucket(first: Day, granularity: Granularity, { from, to }: Span): boolean {
  return granularity === "total" || (first >= from && lastDayOfBucket(first, granularity) <= to)
}

/** The last day of the day, week or month that starts on `first`. */
export function lastDayOfBucket(first: Day, granularity: Grain): Day {
  if (granularity === "week") return addDays(first, 6)
  return granularity === "month" ? lastOfMonth(first) : first
}

/**
 * Any 7 days count as a week, because weeks may start on any weekday. If no stored week starts on the first day, the
 * value is null (`wholeCountsCondition` in facts.ts).
 */
function grainOf({ from, to }: Span): Grain | null {
  if (from === to) return "day"
  if (from === firstOfMonth(from) && to === lastOfMonth(from)) return "month"
  return lengthInDays(from, to) === 7 ? "week" : null
}
