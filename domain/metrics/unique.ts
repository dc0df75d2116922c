/** Counts of different people: known for whole days, weeks or months, and never added up. */
import { addDays, firstOfMonth, lastOfMonth, lengthInDays } from "./calendar"
import type { ResolvedPeriod, Span } from "./period"
import type { Granularity } from "./period-input"

/** The stored grain that a query can use: `users@week`. "none" is never stored. */
export const uniqueGrain = (period: ResolvedPeriod): string =>
  period.granularity === "total" ? grainOf(period) : period.granularity

/** Whether the comparison's buckets are whole days, weeks or months too. */
export function isUniqueComparable(period: ResolvedPeriod): boolean {
  const { comparison, granularity } = period
  if (!comparison || granularity === "day") return comparison !== null
  if (granularity === "total") return grainOf(comparison) === grainOf(period) && grainOf(period) !== "none"
  if (granularity === "month") return comparison.shiftDays === null
  return comparison.shiftDays !== null && comparison.shiftDays % 7 === 0
}

/** Whether a bucket lies within the period as a whole. */
export function isWholeBucket(first: string, granularity: Granularity, { from, to }: Span): boolean {
  const last = granularity === "week" ? addDays(first, 6) : granularity === "month" ? lastOfMonth(first) : first
  return granularity === "total" || (first >= from && last <= to)
}

/** Any 7 days may be a week: facts of a week are dated by its first day, whatever weekday that is. */
function grainOf({ from, to }: Span) {
  if (from === to) return "day"
  if (from === firstOfMonth(from) && to === lastOfMonth(from)) return "month"
  return lengthInDays(from, to) === 7 ? "week" : "none"
}
