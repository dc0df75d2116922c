/** A moment: relative up to seven days, then a date; exact on hover, in the viewer's zone and in UTC. */
"use client"

import { formatDate } from "./format-date"
import { useZone } from "./use-zone"

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const week = 7 * 86_400

export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  const zone = useZone()
  return (
    // The server's "2 minutes ago" may be three by now.
    <time dateTime={at} title={exact(moment, zone)} suppressHydrationWarning className="whitespace-nowrap">
      {inWords(moment, zone)}
    </time>
  )
}

function inWords(moment: Date, zone: string | undefined) {
  const seconds = (moment.getTime() - Date.now()) / 1_000
  if (Math.abs(seconds) >= week) return formatDate(moment, zone)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 60]
  return unit === "second"
    ? seconds > 0
      ? "in a moment"
      : "just now"
    : relative.format(Math.round(seconds / length), unit)
}

const exact = (moment: Date, timeZone: string | undefined) =>
  `${moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone })}\n${moment.toISOString()}`
