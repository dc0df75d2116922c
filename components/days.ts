/**
 * Arithmetic on days, which are dates such as 2026-11-20. It uses UTC, where every day has 24 hours. Code in the
 * browser uses this file instead of `@/domain/metrics/calendar`, which loads a library for time zones.
 */

export const dayMs = 86_400_000

/** The day in UTC at a time in milliseconds since 1970. */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const todayInUtc = (): string => dayAt(Date.now())

/** `count` may be negative. */
export const addDays = (day: string, count: number): string => dayAt(Date.parse(day) + count * dayMs)

/** Days from `from` to `to`; 0 when they are the same day. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Number of days in the inclusive range. */
export const lengthInDays = (from: string, to: string): number => daysBetween(from, to) + 1

/** The first day of the month of `day`, or of a later or earlier month. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return dayAt(Date.UTC(year, month - 1 + monthsLater, 1))
}

/** The moment after this number of days, as an ISO 8601 timestamp. */
export const daysFromNow = (count: number): string => new Date(Date.now() + count * dayMs).toISOString()

/** Schedules and week settings store Monday as 1 and Sunday as 7. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
