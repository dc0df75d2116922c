/** A moment: relative up to seven days, then a date; exact on hover, in the viewer's zone and in UTC. */
"use client"

import { formatDate } from "./format-date"

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const week = 7 * 86_400

export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  // The server's "2 minutes ago", and its zone, are not the viewer's: the browser corrects them.
  return (
    <time dateTime={at} title={exact(moment)} suppressHydrationWarning className="whitespace-nowrap">
      {inWords(moment)}
    </time>
  )
}

function inWords(moment: Date) {
  const seconds = (moment.getTime() - Date.now()) / 1_000
  if (Math.abs(seconds) >= week) return formatDate(moment)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 60]
  return unit === "second"
    ? seconds > 0
      ? "in a moment"
      : "just now"
    : relative.format(Math.round(seconds / length), unit)
}

const exact = (moment: Date) =>
  `${moment.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "long" })}\n${moment.toISOString()}`
