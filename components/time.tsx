/**
 * A time: relative up to seven days, then a date. The exact time is shown on hover, in the user's time zone and in UTC.
 */
"use client"

import { formatDate } from "./format-date"
import { useZone } from "./use-zone"

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const weekSeconds = 7 * 86_400

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

function formatRelative(moment: Date, zone: string | undefined) {
  const seconds = (moment.getTime() - Date.now()) / 1_000
  if (Math.abs(seconds) >= weekSeconds) return formatDate(moment, zone)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 60]
  return unit === "second"
    ? seconds > 0
      ? "in a moment"
      : "just now"
    : relative.format(Math.round(seconds / length), unit)
}

const formatExact = (moment: Date, timeZone: string | undefined) =>
  `${moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone })}\n${moment.toISOString()}`
