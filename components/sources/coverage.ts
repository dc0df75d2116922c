/** Describes on which days a data source has data. domain/data-sources/list-coverage.ts says which days have none. */
import type { Data } from "@/components/api/types"
import type { DayState } from "@/components/charts/day-segment"
import { addDays, daysBetween, lengthInDays } from "@/components/days"
import { periodLabel } from "@/components/lists/ranges"
import { count, pluralize } from "@/domain/kernel/format-count"

export type Coverage = Data<"dataSources", "listCoverage">[number]
export type Span = { from: string; to: string }

/** The days of a list's strip, and the coverage of each source by its ID. */
export type CoverageOfList = { span: Span; bySource: Record<string, Coverage> }

/** The state of each day of the span. */
export function coverageDays({ from, to, no_data_on }: Coverage, span: Span): { date: string; state: DayState }[] {
  const withoutData = new Set(no_data_on)
  return Array.from({ length: lengthInDays(span.from, span.to) }, (_, n) => {
    const date = addDays(span.from, n)
    if (from === null || to === null || date < from || date > to) return { date, state: "outside" }
    return { date, state: withoutData.has(date) ? "none" : "value" }
  })
}

/**
 * "Data on 26 of 28 days from 31 Oct to 27 Nov 2026." Without the period if it is the whole span, because the page then
 * says it elsewhere.
 */
export function coverageSentence({ from, to, no_data_on }: Coverage, span?: Span): string {
  if (from === null || to === null) return "No data on these days."
  const covered = coveredDays(lengthInDays(from, to), no_data_on.length)
  const isWholeSpan = from === span?.from && to === span.to
  if (isWholeSpan) return `Data on ${covered}.`
  return `Data on ${covered}${from === to ? "," : " from"} ${periodLabel({ from, to })}.`
}

/** "26 of 28 days", "all 28 days" or "1 day". */
function coveredDays(total: number, withoutData: number): string {
  const days = pluralize(total, "day")
  if (withoutData > 0) return `${count(total - withoutData)} of ${days}`
  return total > 1 ? `all ${days}` : days
}

/** Names at most this many groups of days. */
const maxGroups = 5

/** "No data on 3, 9 and 12 to 14 Nov." Null if every day has data. */
export function noDataSentence({ no_data_on: days, to }: Coverage): string | null {
  const groups = groupDays(days)
  const last = groups.at(-1)
  if (!last || to === null) return null
  const year = to.slice(0, 4)
  if (groups.length > maxGroups)
    return `No data on ${pluralize(days.length, "day")}, the last one on ${groupName(oneDay(last.to), year)}.`
  return `No data on ${new Intl.ListFormat("en-GB").format(groups.map((group, n) => nameBefore(group, groups[n + 1], year)))}.`
}

/** Joins three or more days that follow each other. `days` is sorted. */
function groupDays(days: string[]): Span[] {
  const runs: Span[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && daysBetween(last.to, day) === 1) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs.flatMap((run) => (lengthInDays(run.from, run.to) === 2 ? [run.from, run.to].map(oneDay) : run))
}

const oneDay = (day: string): Span => ({ from: day, to: day })

/** The month stands only after the last group of the month: "3 and 9 Nov". */
function nameBefore(group: Span, next: Span | undefined, year: string) {
  const isOfOneMonth = next && group.from.slice(0, 7) === next.to.slice(0, 7)
  return isOfOneMonth ? daysOfMonth(group) : groupName(group, year)
}

const daysOfMonth = ({ from, to }: Span) => [...new Set([from, to].map((day) => Number(day.slice(8))))].join(" to ")

/** "9 to 11 Nov", with the year if it is not `year`. */
function groupName({ from, to }: Span, year: string) {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${daysOfMonth({ from, to })} ${monthName(to, year)}`
  return `${dayName(from, to.slice(0, 4))} to ${dayName(to, year)}`
}

/** "3 Nov", with the year if it is not `year`. */
export const dayName = (day: string, year: string) => `${Number(day.slice(8))} ${monthName(day, year)}`

/** "Nov", with the year if it is not `year`. */
export function monthName(day: string, year: string) {
  const month = new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { month: "short", timeZone: "UTC" })
  return day.startsWith(year) ? month : `${month} ${day.slice(0, 4)}`
}

/** The days of each month of the span, the latest month first. */
export function coverageMonths(coverage: Coverage, span: Span) {
  const byMonth = Map.groupBy(coverageDays(coverage, span), ({ date }) => date.slice(0, 7))
  return [...byMonth.values()].reverse()
}
