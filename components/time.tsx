/**
 * A time: relative up to seven days, then a date. The exact time is shown on hover, in the user's time zone and in UTC.
 */
"use client"

import { formatDate } from "./format-date"
import { useZone } from "./use-zone"

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const [minuteSeconds, hourSeconds, daySeconds] = [60, 3_600, 86_400]

export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  const zone = useZone()
  return (
    // Suppresses the hydration warning: the server's "2 minutes ago" may be "3 minutes ago" in the browser.
    <time dateTime={at} title={formatExact(moment, zone)} suppressHydrationWarning className="whitespace-nowrap">
      {formatRelative(moment, zone)}
    </time>
  )
}

/** `now` in milliseconds. */
export function formatRelative(moment: Date, zone: string | undefined, now = Date.now()) {
  const seconds = (moment.getTime() - now) / 1_000
  const size = Math.abs(seconds)
  if (size >= 7 * daySeconds) return formatDate(moment, zone)
  if (size >= daySeconds) return relative.format(dayNumber(moment, zone) - dayNumber(new Date(now), zone), "day")
  if (size >= hourSeconds) return relative.format(Math.round(seconds / hourSeconds), "hour")
  if (size >= minuteSeconds) return relative.format(Math.round(seconds / minuteSeconds), "minute")
  return seconds > 0 ? "in a moment" : "just now"
}

/** Counts calendar days, so that "yesterday" is the day before today even 40 hours ago. */
const dayNumber = (moment: Date, timeZone: string | undefined) =>
  Date.parse(moment.toLocaleDateString("sv-SE", { timeZone })) / (1_000 * daySeconds)

export const formatExact = (moment: Date, timeZone: string | undefined) =>
  `${moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone })}\n${moment.toISOString()}`
