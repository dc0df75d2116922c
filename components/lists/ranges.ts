/** Names and parses the periods of a page. */
import type { Inputs } from "@/components/api/types"
import { formatDate } from "@/components/format-date"

export type Range = NonNullable<Inputs["clients"]["queryMetrics"]["range"]>

export const rangeNames: Record<string, string> = {
  last_7_days: "last 7 days",
  last_28_days: "last 28 days",
  last_90_days: "last 90 days",
  this_month: "this month",
  last_month: "last month",
  this_quarter: "this quarter",
  last_quarter: "last quarter",
  year_to_date: "this year",
  last_12_months: "last 12 months",
}

export type Compare = "previous_period" | "previous_year" | "none"

export const compareNames: Record<Compare, string> = {
  previous_period: "previous period",
  previous_year: "previous year",
  none: "nothing",
}

export type PeriodQuery = { range?: string; from?: string; to?: string }
/** The period as the operations take it. */
export type PeriodInput = { range?: Range; from?: string; to?: string; compare?: Compare }

/** Returns the period in the URL, or `otherwise` when it is missing or invalid. */
export function periodFromQuery({ range, from, to }: PeriodQuery, otherwise: PeriodInput): PeriodInput {
  if (range !== undefined && range in rangeNames) return { range: range as Range }
  return isDate(from) && isDate(to) && from <= to ? { from, to } : otherwise
}

/** Returns the comparison in the URL, or `otherwise` when it is missing or invalid. */
export const compareFromQuery = (compare: string | undefined, otherwise: Compare): Compare =>
  compare !== undefined && compare in compareNames ? (compare as Compare) : otherwise

export const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** The 28 days that end with the last day with data. */
export function lastDaysWithData(dataThrough: string): { from: string; to: string } {
  const first = Date.parse(dataThrough) - 27 * 86_400_000
  return { from: new Date(first).toISOString().slice(0, 10), to: dataThrough }
}

/** Formats a period, such as 24 Oct to 20 Nov 2026. */
export function periodLabel({ from, to }: { from: string; to: string }) {
  if (from === to) return formatDate(new Date(`${to}T00:00:00Z`), "UTC")
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  const day = { day: "numeric", month: "short", timeZone: "UTC" } as const
  const year = first.getUTCFullYear() === last.getUTCFullYear() ? {} : ({ year: "numeric" } as const)
  return `${first.toLocaleDateString("en-GB", { ...day, ...year })} to ${last.toLocaleDateString("en-GB", { ...day, year: "numeric" })}`
}
