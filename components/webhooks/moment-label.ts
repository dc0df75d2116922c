/** Moments and stretches of time of a chart in words. `zone` undefined: the viewer's. */
import type { Range } from "./range-links"

type Zone = string | undefined

const styles = {
  "24h": { hour: "2-digit", minute: "2-digit" },
  "7d": { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  "30d": { day: "numeric", month: "short" },
} as const satisfies Record<Range, Intl.DateTimeFormatOptions>

/** For an axis: 14:00, 12 Nov, 14:00 or 12 Nov. The bars of 30 days are days in UTC, whoever looks. */
export const momentLabel = (moment: string, range: Range, zone: Zone) =>
  new Date(moment).toLocaleString("en-GB", { ...styles[range], timeZone: range === "30d" ? "UTC" : zone })

/** What one bar covers: 14:00 to 15:00; a day has one name. */
export const spanLabel = (from: string, to: string, range: Range, zone: Zone) =>
  range === "30d"
    ? momentLabel(from, range, zone)
    : `${momentLabel(from, range, zone)} to ${momentLabel(to, range, zone)}`

const bars = { "24h": "An hour", "7d": "Six hours", "30d": "A day (UTC)" } as const

/** How wide a bar is, and whose clock the chart goes by. */
export const zoneLabel = (range: Range, zone: Zone) =>
  range === "30d"
    ? `${bars[range]} a bar.`
    : `${bars[range]} a bar; times in ${zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}.`
