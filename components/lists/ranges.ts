/** Names and reads the periods of pages with metrics. */
import type { Inputs } from "@/components/api/types"
import { lengthInDays } from "@/components/days"
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

export type PeriodQuery = { range?: string | undefined; from?: string | undefined; to?: string | undefined }
/** The period as the operations take it. */
export type PeriodInput = { range?: Range; from?: string; to?: string; compare?: Compare }

/** What `PeriodField` shows. `choice` is a preset, "custom", or empty for no period. `error` is about the two dates. */
export type PeriodChoice = { choice: string; from?: string | undefined; to?: string | undefined; error?: string }

/** The choice that opens the fields of the two dates. */
export const custom = "custom"

/** Reads the period in the URL. `input` is `fallback` when the period is missing or invalid. */
export function readPeriod(query: PeriodQuery, fallback: PeriodInput): PeriodChoice & { input: PeriodInput } {
  const { range = "", from, to } = query
  if (Object.hasOwn(rangeNames, range)) return { input: { range: range as Range }, choice: range }
  if (!isCustom(query)) return { input: fallback, choice: fallback.range ?? custom }
  const entered = { choice: custom, from, to }
  if (!from && !to) return { ...entered, input: fallback }
  const error = datesError(query) ?? lengthError(query)
  if (error || !from || !to) return { ...entered, input: fallback, ...(error && { error }) }
  return { ...entered, input: { from, to } }
}

/**
 * Fills the date fields with the days that the page shows, so that a preset can be adjusted. Dates that the user
 * entered stay.
 */
export const withDates = <Choice extends PeriodChoice>(
  period: Choice,
  { from, to }: { from: string; to: string },
): Choice => (period.choice === custom && (period.from || period.to) ? period : { ...period, from, to })

/** True when the URL asks for two dates. Old links have the dates without `range=custom`. */
export const isCustom = ({ range, from, to }: PeriodQuery) => range === custom || (!range && Boolean(from || to))

/** Says what is wrong with the two dates. With `isOpenEnded`, one of them may be missing. */
export function datesError({ from, to }: PeriodQuery, isOpenEnded = false): string | undefined {
  const isAllowed = (date: string | undefined) => isDate(date) || (isOpenEnded && !date)
  if (!isAllowed(from) || !isAllowed(to)) return notApplied("Enter a valid start date and a valid end date.")
  return from && to && from > to ? notApplied("The end date is before the start date.") : undefined
}

/** The longest period that the operations accept. */
const maxDays = 800

const lengthError = ({ from = "", to = "" }: PeriodQuery) =>
  lengthInDays(from, to) > maxDays ? notApplied(`A period has at most ${maxDays} days.`) : undefined

const notApplied = (text: string) => `${text} This period was not applied.`

/** Returns the comparison in the URL, or `fallback` when it is missing or invalid. */
export const compareFromQuery = (compare: string | undefined, fallback: Compare): Compare =>
  compare !== undefined && Object.hasOwn(compareNames, compare) ? (compare as Compare) : fallback

/** True for a date such as 2026-11-20 that operations accept in every time zone. */
function isDate(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1970-01-02" || text > "2199-12-30")
    return false
  const at = Date.parse(text)
  // JavaScript reads 30 February as 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A response about a period. */
export type WithPeriod = {
  meta: {
    period?: { from: string; to: string } | null
    freshness?: { data_through: string | null } | null
  }
}

/** True if the last days of the period have no data. A comparison would then cover more days than the period. */
export const lacksLastDays = ({ period, freshness }: WithPeriod["meta"]) =>
  period != null && freshness?.data_through != null && freshness.data_through < period.to

/** Formats a period, such as 24 Oct to 20 Nov 2026. */
export function periodLabel({ from, to }: { from: string; to: string }) {
  if (from === to) return formatDate(new Date(`${to}T00:00:00Z`), "UTC")
  const first = new Date(`${from}T00:00:00Z`)
  const last = new Date(`${to}T00:00:00Z`)
  const isSameYear = first.getUTCFullYear() === last.getUTCFullYear()
  const withoutYear = { day: "numeric", month: "short", timeZone: "UTC" } as const
  const withYear = { ...withoutYear, year: "numeric" } as const
  const start = first.toLocaleDateString("en-GB", isSameYear ? withoutYear : withYear)
  return `${start} to ${last.toLocaleDateString("en-GB", withYear)}`
}
