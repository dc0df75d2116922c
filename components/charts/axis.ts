/** Axes of charts: round steps for values, and round dates for times. */
import { nice, ticks } from "d3-array"
import { type TimeInterval, utcDay, utcMonday, utcMonth, utcYear } from "d3-time"
import { dayAt, dayMs } from "@/components/days"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { dayLabel } from "./labels"

export const axisStyle = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--color-quiet)" }

export type ValueAxis = { ticks: number[]; domain: [low: number, high: number] }

/** The number of steps that d3 aims for. With round steps, an axis has 2 to 6. */
const targetSteps = 3

/**
 * An axis with round steps that covers zero and all values. Steps of counts are whole, steps of times whole minutes.
 */
export function valueAxis(values: (number | null)[], unit: ValueFormat["unit"]): ValueAxis {
  const numbers = values.filter((value) => value !== null)
  const low = Math.min(0, ...numbers)
  const high = Math.max(0, ...numbers)
  // If all values are zero, the axis still needs a length.
  const top = low === high ? low + 1 : high
  const scale = unit === "seconds" && high - low >= 120 ? 60 : 1
  const [start, stop] = nice(low / scale, top / scale, targetSteps)
  const isWhole = unit === "count" || unit === "rank"
  const roundTicks = ticks(start, stop, targetSteps).filter((tick) => !isWhole || Number.isInteger(tick))
  const end = isWhole ? Math.ceil(stop) : stop
  return { ticks: roundTicks.map((tick) => tick * scale), domain: [start * scale, end * scale] }
}

export type DateAxis = { ticks: number[]; format: (at: number) => string }

/** More labels than this do not fit beside each other in the widest chart. */
const maxDateTicks = 14
/** From the shortest step to the longest. The type of `every` includes null, for steps that d3 does not support. */
const dateSteps: [step: TimeInterval | null, format: (at: number) => string][] = [
  [utcDay, formatDay],
  [utcMonday, formatDay],
  [utcMonday.every(2), formatDay],
  [utcMonth, formatMonth],
  [utcMonth.every(3), formatMonth],
  [utcYear, (at) => String(new Date(at).getUTCFullYear())],
]

/**
 * The dates to label, for points at these times in milliseconds. If there are few points, each is labeled. Otherwise
 * the labels are days, Mondays, or the first days of months or years.
 */
export function dateAxis(points: number[]): DateAxis {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return { ticks: [], format: formatDay }
  const isOneDay = formatDay(first) === formatDay(last) && last - first < dayMs
  if (isOneDay) return { ticks: points, format: formatTime }
  if (points.length <= maxDateTicks) return { ticks: points, format: formatDay }
  for (const [step, format] of dateSteps) {
    const dates = step?.range(new Date(first), new Date(last + 1)) ?? []
    if (dates.length > 0 && dates.length <= maxDateTicks) return { ticks: dates.map(Number), format }
  }
  return { ticks: [first, last], format: formatDay }
}

function formatDay(at: number) {
  return dayLabel(dayAt(at))
}

/** "Nov", and "Jan 2027" for the first month of a year. */
function formatMonth(at: number) {
  const date = new Date(at)
  const year = date.getUTCMonth() === 0 ? ({ year: "numeric" } as const) : {}
  return date.toLocaleDateString("en-GB", { month: "short", ...year, timeZone: "UTC" })
}

/** "14:05 UTC" */
const formatTime = (at: number) => `${new Date(at).toISOString().slice(11, 16)} UTC`
