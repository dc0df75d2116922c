/** The periods that a webhook's charts can show, and how the charts write the times of each period. */

export const chartRanges = { "24h": "last 24 hours", "7d": "last 7 days", "30d": "last 30 days" } as const
export type Range = keyof typeof chartRanges

type LatestAttempts = { last_success_at: string | null; last_failure_at: string | null }

/**
 * Reads the period in the URL. The default is the shortest period with an attempt, or the last 24 hours without one.
 */
export function rangeFromQuery(range: string | undefined, latest: LatestAttempts, now = Date.now()): Range {
  if (range && Object.hasOwn(chartRanges, range)) return range as Range
  const times = [latest.last_success_at, latest.last_failure_at].filter((time) => time !== null)
  if (times.length === 0) return "24h"
  const hoursAgo = (now - Math.max(...times.map((time) => Date.parse(time)))) / 3_600_000
  // The first hour of a chart is not complete.
  if (hoursAgo < 23) return "24h"
  return hoursAgo < 24 * 6.5 ? "7d" : "30d"
}

/** Undefined means the browser's time zone. */
type Zone = string | undefined

const timeFormats = {
  "24h": { hour: "2-digit", minute: "2-digit" },
  "7d": { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  "30d": { day: "numeric", month: "short" },
} as const satisfies Record<Range, Intl.DateTimeFormatOptions>

/** A time on an axis: "14:00", "12 Nov, 14:00" or "12 Nov". The bars of 30 days are always days in UTC. */
export const timeLabel = (time: string, range: Range, zone: Zone) =>
  new Date(time).toLocaleString("en-GB", { ...timeFormats[range], timeZone: range === "30d" ? "UTC" : zone })

/** The interval of one bar, such as "14:00 to 15:00". In a chart of 30 days, it is a single date. */
export const intervalLabel = (from: string, to: string, range: Range, zone: Zone) =>
  range === "30d" ? timeLabel(from, range, zone) : `${timeLabel(from, range, zone)} to ${timeLabel(to, range, zone)}`

const barIntervals = { "24h": "Hourly", "7d": "Every 6 hours", "30d": "Daily, in UTC" } as const

/** Says how long the interval of a bar is, and in which time zone the chart shows its times. */
export function chartNote(range: Range, zone: Zone) {
  if (range === "30d") return `${barIntervals[range]}.`
  const shownZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${barIntervals[range]}. Times shown in ${shownZone}.`
}
