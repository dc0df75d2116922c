/**
 * Finds the weeks and months for which counts of distinct people are read: those that end in the window. They may start
 * before it.
 */
import { addDays, type Day, firstOfMonth, firstOfWeek, lastOfMonth } from "@/domain/metrics/calendar"
import type { DayWindow } from "./connector"

export type WholePeriod = { grain: "week" | "month"; from: Day; to: Day }

export function wholePeriods({ from, to, weekStartsOn }: DayWindow): WholePeriod[] {
  const periods: WholePeriod[] = []
  for (let start = firstOfWeek(from, weekStartsOn); addDays(start, 6) <= to; start = addDays(start, 7))
    if (addDays(start, 6) >= from) periods.push({ grain: "week", from: start, to: addDays(start, 6) })
  for (let start = firstOfMonth(from); lastOfMonth(start) <= to; start = addDays(lastOfMonth(start), 1))
    periods.push({ grain: "month", from: start, to: lastOfMonth(start) })
  return periods
}
