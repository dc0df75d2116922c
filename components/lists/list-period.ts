/**
 * Reads the period of a list from the URL. Lists of events have the presets `dayRanges`. Logs have the presets
 * `sinceHours`, which count back from the time `at`. Both also accept two dates, of which one may be missing.
 */
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  firstOfMonth,
  firstOfQuarter,
  startOfDay,
} from "@/domain/metrics/calendar"
import { custom, datesError, isCustom, type PeriodChoice, type PeriodQuery, rangeNames } from "./ranges"

type ListPeriodQuery = PeriodQuery & { since?: string | undefined; at?: string | undefined }

/** The first day of each preset of a list of events. Unlike the presets for metrics, they include today. */
const firstDays: Record<string, (today: Day) => Day> = {
  today: (today) => today,
  last_7_days: (today) => addDays(today, -6),
  last_28_days: (today) => addDays(today, -27),
  last_90_days: (today) => addDays(today, -89),
  this_month: firstOfMonth,
  last_month: (today) => addMonths(firstOfMonth(today), -1),
  this_quarter: firstOfQuarter,
}

/** The choices of a list of events, with their labels. */
export const dayRanges: Record<string, string> = Object.fromEntries(
  Object.keys(firstDays).map((preset) => [preset, rangeNames[preset] ?? preset]),
)

/** The choices of a log, as hours before `at`. */
export const sinceHours: Record<string, string> = {
  "1": "last hour",
  "24": "last 24 hours",
  "168": "last 7 days",
  "720": "last 30 days",
}

/**
 * `days` is the period as dates, for operations that apply the time zone themselves. `after` and `before` are the same
 * period as ISO times.
 */
export type ListPeriod = PeriodChoice & {
  days: { from?: Day; to?: Day }
  after?: string
  before?: string
}

export function readListPeriod(query: ListPeriodQuery, zone: string): ListPeriod {
  const { since = "", range = "" } = query
  if (Object.hasOwn(sinceHours, since)) return { choice: since, days: {}, after: hoursBefore(since, query.at) }
  if (Object.hasOwn(firstDays, range)) return { choice: range, ...withTimes(presetDays(range, zone), zone) }
  const { from = "", to = "" } = query
  if (since !== custom && !isCustom(query)) return { choice: "", days: {} }
  const error = datesError(query, true)
  if (error) return { choice: custom, from, to, error, days: {} }
  return { choice: custom, ...withTimes({ ...(from && { from }), ...(to && { to }) }, zone) }
}

function presetDays(range: string, zone: string) {
  const today = dayIn(zone, new Date())
  return {
    from: firstDays[range]?.(today) ?? today,
    to: range === "last_month" ? addDays(firstOfMonth(today), -1) : today,
  }
}

/** The last day is part of the period, so the period ends when the next day starts. */
const withTimes = (days: { from?: Day; to?: Day }, zone: string) => ({
  days,
  ...days,
  ...(days.from && { after: startOfDay(zone, days.from).toISOString() }),
  ...(days.to && { before: startOfDay(zone, addDays(days.to, 1)).toISOString() }),
})

/** Adds the time `at` to the query of a log, so that all its pages have the same period. */
export const withFixedPeriod = <Q extends ListPeriodQuery>(query: Q): Q =>
  Object.hasOwn(sinceHours, query.since ?? "") ? { ...query, at: String(timeOf(query.at)) } : query

/** The time this number of hours before `at`, or before now. */
const hoursBefore = (hours: string, at: string | undefined) =>
  new Date(timeOf(at) - Number(hours) * 3_600_000).toISOString()

/** Milliseconds since 1970: the time in the URL, or now. */
function timeOf(at: string | undefined) {
  const atMs = Number(at)
  return Number.isSafeInteger(atMs) && atMs > 0 && atMs < 8e15 ? atMs : Date.now()
}
