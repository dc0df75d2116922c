/** The days that the chart of a key shows. */

/** A chart of fewer days would look like a single block. */
const minDays = 7

/** Leaves out the days before the first request, but keeps at least the last 7 days. */
export function usedDays<Day extends object>(days: readonly Day[], requestsOf: (day: Day) => number): Day[] {
  const first = days.findIndex((day) => requestsOf(day) > 0)
  return days.slice(Math.max(0, Math.min(first, days.length - minDays)))
}
