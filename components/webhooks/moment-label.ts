/** Formats times and intervals of a chart. An undefined `zone` means the browser's time zone. */
import type { Range } from "./chart-ranges"

type Zone = string | undefined

const styles = {
  "24h": { hour: "2-digit", minute: "2-digit" },
  "7d": { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  "30d": { day: "numeric", month: "short" },
} as const satisfies Record<Range, Intl.DateTimeFormatOptions>

/** A time on an axis: "14:00", "12 Nov, 14:00" or "12 Nov". The bars of 30 days are always days in UTC. */
export const momentLabel = (moment: string, range: Range, zone: Zone) =>
  new Date(moment).toLocaleString("en-GB", { ...styles[range], timeZone: range === "30d" ? "UTC" : zone })

/** The interval of one bar, such as 14:00 to 15:00, or a single date for a day. */
export const spanLabel = (from: string, to: string, range: Range, zone: Zone) =>
  range === "30d"
    ? momentLabel(from, range, zone)
    : `${momentLabel(from, range, zone)} to ${momentLabel(to, range, zone)}`

const intervals = { "24h": "Hourly", "7d": "Every 6 hours", "30d": "Daily, in UTC" } as const

/** Describes the width of a bar and the time zone of the chart. */
export const zoneLabel = (range: Range, zone: Zone) =>
  range === "30d"
    ? `${intervals[range]}.`
    : `${intervals[range]}. Times shown in ${zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}.`
