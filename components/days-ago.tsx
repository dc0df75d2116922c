/** How many days ago a date such as 2026-11-20 was: "today", "yesterday" or "9 days ago". */
"use client"

import { daysBetween } from "./days"
import { useZone } from "./use-zone"

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

export function DaysAgo({ date }: { date: string }) {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: useZone() })
  return <span suppressHydrationWarning>{relative.format(-Math.max(0, daysBetween(date, today)), "day")}</span>
}
