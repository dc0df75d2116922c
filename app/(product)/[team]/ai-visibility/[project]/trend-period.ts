/** Reads the period of a trend in the URL: a number of weeks that ends with the latest scan, or two dates. */
import type { Scan } from "@/components/api/types"
import { addDays, daysBetween } from "@/components/days"
import { custom, type PeriodChoice, readPeriod, withDates } from "@/components/lists/ranges"

export type TrendQuery = { span?: string; from?: string; to?: string }
/** `days`: the period as input of the operations. `isByWeek`: the trend has one point per week, not per scan. */
type TrendPeriod = PeriodChoice & { days: { from: string; to: string }; isByWeek: boolean }

/** The choices of the trend's length: labels by the number of weeks. */
export const trendSpans: Record<string, string> = { 13: "13 weeks", 26: "26 weeks", 52: "1 year, by week" }

const defaultWeeks = 26
/** Longer trends have one point per week, because a point per scan would be too many. */
const maxWeeksByScan = 26

/** The maximum that the operation accepts. The rows of a trend are fewer. */
export const maxTrendRows = 10_000

export function readTrendPeriod({ span = "", ...dates }: TrendQuery, latestScan: Scan): TrendPeriod {
  const weeks = Object.hasOwn(trendSpans, span) ? Number(span) : defaultWeeks
  const latestPeriod = periodEndingWith(latestScan, weeks)
  if (span !== custom)
    return { choice: String(weeks), ...latestPeriod, days: latestPeriod, isByWeek: weeks > maxWeeksByScan }
  const { input, ...enteredPeriod } = readPeriod({ range: custom, ...dates }, latestPeriod)
  const days = { ...latestPeriod, ...input }
  // One day more, because `periodEndingWith` adds a day, and its period of `maxWeeksByScan` weeks has a point per scan.
  const isByWeek = daysBetween(days.from, days.to) > maxWeeksByScan * 7 + 1
  return { ...withDates(enteredPeriod, days), days, isByWeek }
}

/** Returns the period of `weeks` weeks that ends with the scan. */
export function periodEndingWith({ finished_at, created_at }: Scan, weeks: number) {
  const end = (finished_at ?? created_at).slice(0, 10)
  // The period ends one day later, because metrics use days in the client's time zone, where the scan may have ended a
  // day later than in UTC.
  return { from: addDays(end, -7 * weeks), to: addDays(end, 1) }
}
