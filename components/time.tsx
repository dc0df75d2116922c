/**
 * A time: relative up to seven days, then a date. The exact time is shown on hover, in the page's time zone and in UTC.
 */
"use client"

import { formatDate } from "./format-date"
import { useZone } from "./use-zone"

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const minuteSeconds = 60
const hourSeconds = 3_600
const daySeconds = 86_400
const maxDays = 7

export const Time = ({ at }: { at: string }) => <FormattedTime at={at} format={formatRelative} />

type Format = (moment: Date, zone: string | undefined) => string

export function FormattedTime({ at, format }: { at: string; format: Format }) {
  const moment = new Date(at)
  const zone = useZone()
  return (
    // Suppresses the hydration warning: the server's "2 minutes ago" may be "3 minutes ago" in the browser.
    <time dateTime={at} title={formatExact(moment, zone)} suppressHydrationWarning className="whitespace-nowrap">
      {format(moment, zone)}
    </time>
  )
}

/**
 * Formats minutes within an hour, then hours on the same day, then calendar days: "yesterday" can be 2 or 40 hours ago.
 * `now`: in milliseconds.
 */
export function formatRelative(moment: Date, zone: string | undefined, now = Date.now()) {
  const seconds = (moment.getTime() - now) / 1_000
  const size = Math.abs(seconds)
  if (size < minuteSeconds) return seconds > 0 ? "in a moment" : "just now"
  if (size < hourSeconds) return relative.format(Math.trunc(seconds / minuteSeconds), "minute")
  const days = daysUntil(moment, zone, now)
  if (days === 0) return relative.format(Math.trunc(seconds / hourSeconds), "hour")
  return Math.abs(days) < maxDays ? relative.format(days, "day") : formatDate(moment, zone)
}

/** Calendar days from today, for example -1 for yesterday. */
export const daysUntil = (moment: Date, zone: string | undefined, now = Date.now()) =>
  dayNumber(moment, zone) - dayNumber(new Date(now), zone)

const dayNumber = (moment: Date, timeZone: string | undefined) =>
  Date.parse(moment.toLocaleDateString("sv-SE", { timeZone })) / (1_000 * daySeconds)

export const formatExact = (moment: Date, timeZone: string | undefined) =>
  `${moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone })}\n${moment.toISOString()}`
