/**
 * Moves a relative period whose latest days have no data yet, so that it ends with the last day with data. Otherwise
 * the comparison would have data for more days than the period, and a normal week would look like a drop. The app and
 * shared reports move periods. The API does not, because it returns the days that it documents.
 */
import { addDays, type Day, daysBetween, lengthInDays } from "./calendar"
import type { Span } from "./period"

/** If more days are missing, the period stays as it is, and the page says where the data ends. */
const maxMissingDays = 3

/**
 * Returns the days to show instead of `period`. Null if `period` stays as it is. `last_7_days` and the like keep their
 * length. This month, quarter and year keep their first day. `range` and `dataThrough` come from `meta`, which does not
 * type them as strings.
 */
export function daysWithData(range: unknown, period: Span, dataThrough: unknown): Span | null {
  if (typeof range !== "string" || typeof dataThrough !== "string") return null
  const missingDays = daysBetween(dataThrough, period.to)
  if (missingDays < 1 || missingDays > maxMissingDays) return null
  if (/^last_\d+_days$/.test(range)) return lastDaysWithData(dataThrough, lengthInDays(period.from, period.to))
  const endsToday = ["this_month", "this_quarter", "year_to_date"].includes(range)
  return endsToday && dataThrough >= period.from ? { from: period.from, to: dataThrough } : null
}

/** A period of this number of days that ends with the last day with data. */
export const lastDaysWithData = (dataThrough: Day, days = 28): Span => ({
  from: addDays(dataThrough, 1 - days),
  to: dataThrough,
})
