/** Reads the period of a trend in the URL: a number of weeks that ends with the latest scan, or two dates. */
import type { Data } from "@/components/api/types"
import { addDays, daysBetween } from "@/components/days"
import { custom, type PeriodChoice, readPeriod, withDates } from "@/components/lists/ranges"

export type TrendQuery = { span?: string; from?: string; to?: string }
/** `days` is the period as the operations take it. `isByWeek`: one point per week instead of per scan. */
type TrendPeriod = PeriodChoice & { days: { from: string; to: string }; isByWeek: boolean }

/** The choices of the trend's length: labels by the number of weeks. */
export const trendSpans: Record<string, string> = { 13: "13 weeks", 26: "26 weeks", 52: "1 year, by week" }

export function readTrendPeriod(
  { span = "", ...dates }: TrendQuery,
  latest: Data<"scans", "list">[number],
): TrendPeriod {
  const weeks = Object.hasOwn(trendSpans, span) ? Number(span) : 26
  const ended = periodEndingWith(latest, weeks)
  if (span !== custom) return { choice: String(weeks), ...ended, days: ended, isByWeek: weeks === 52 }
  const { input, ...chosen } = readPeriod({ range: custom, ...dates }, ended)
  const days = { ...ended, ...input }
  return {
    ...withDates(chosen, days),
    days,
    isByWeek: daysBetween(days.from, days.to) > 26 * 7 + 1,
  }
}

function periodEndingWith({ finished_at, created_at }: Data<"scans", "list">[number], weeks: number) {
  const end = (finished_at ?? created_at).slice(0, 10)
  // The period ends one day later, because metrics use days in the client's time zone, where the scan may have ended a
  // day later than in UTC.
  return { from: addDays(end, -7 * weeks), to: addDays(end, 1) }
}
