/** How many days ago a date such as 2026-11-20 was: "today", "yesterday" or "9 days ago". */
"use client"

import { dayLabel } from "./charts/labels"
import { daysBetween } from "./days"
import { useZone } from "./use-zone"

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** As `Time` shows moments: relative up to seven days, then "12 Nov". */
const maxDays = 7

export const DaysAgo = ({ date }: { date: string }) => (
  <span suppressHydrationWarning>{relativeDay(useDaysSince(date))}</span>
)

export function RecentDay({ date }: { date: string }) {
  const days = useDaysSince(date)
  return (
    <time dateTime={date} title={dayLabel(date)} suppressHydrationWarning>
      {days < maxDays ? relativeDay(days) : dayLabel(date)}
    </time>
  )
}

function useDaysSince(date: string) {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: useZone() })
  return Math.max(0, daysBetween(date, today))
}

const relativeDay = (days: number) => relative.format(-days, "day")
