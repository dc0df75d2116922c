/** Prepares a line of the line diagram: the state of each day, its signals, and the words for screen readers. */
import type { Data } from "@/components/api/types"
import { addDays, lengthInDays } from "@/components/days"
import { periodLabel } from "@/components/lists/ranges"
import { severityNames, severityStates, statusNames } from "@/components/signals/signal-labels"
import type { LampState } from "@/components/ui/lamp"
import { pluralize } from "@/domain/kernel/format-count"

export type Diagram = Data<"home", "listClientLines">
export type ClientLine = Diagram["lines"][number]
type Signal = ClientLine["signals"][number]

export type LineDay = {
  date: string
  /**
   * `none`: without a value of the main metric. `unusual`: of a signal about it. `today`: its data is never complete.
   */
  data: "value" | "none" | "unusual" | "today"
  /** The signals of the day. `href` is relative to the path of the signals. */
  mark: { lamp: Exclude<LampState, "clear">; count: number; label: string; href: string } | null
}

/** The days of the diagram, oldest first. */
export function daysOfLine({ id, metric, signals }: ClientLine, { from, to }: Diagram): LineDay[] {
  const withValue = new Set(metric?.days)
  const unusual = new Set(metric?.unusual_days)
  return Array.from({ length: lengthInDays(from, to) }, (_, i) => {
    const date = addDays(from, i)
    const ofDay = signals.filter((signal) => signal.date === date)
    const hasNoValue = date === to ? "today" : "none"
    const hasValue = withValue.has(date) ? "value" : hasNoValue
    return { date, data: unusual.has(date) ? "unusual" : hasValue, mark: markOf(id, date, ofDay) }
  })
}

/** The states of lamps, most severe first. */
export const lampOrder = ["danger", "caution", "idle"] as const

/**
 * Signals that have ended have a gray lamp. Several signals of a day share one mark, which opens the client's signals.
 */
function markOf(clientId: string, date: string, signals: Signal[]): LineDay["mark"] {
  const [first] = signals
  if (!first) return null
  const lamps = signals.map(({ status, severity }) => (status === "resolved" ? "idle" : severityStates[severity]))
  const titles = signals.map(({ title, severity, status }) => {
    const state = status === "open" ? severityNames[severity] : `${severityNames[severity]}, ${statusNames[status]}`
    return `${title} (${state})`
  })
  return {
    lamp: lampOrder.find((lamp) => lamps.includes(lamp)) ?? "idle",
    count: signals.length,
    label: `${periodLabel({ from: date, to: date })}: ${titles.length > 1 ? `${pluralize(titles.length, "signal")}: ` : ""}${titles.join("; ")}`,
    href: signals.length === 1 ? `/${first.id}` : `?client_id=${clientId}&status=any`,
  }
}

/** "No Revenue on 2 of 27 days", without today. Null if no day is missing. */
export function missingDays(days: LineDay[], metric: ClientLine["metric"]): string | null {
  const missing = days.filter(({ data }) => data === "none").length
  if (!metric) return "No data"
  return missing === 0 ? null : `No ${metric.label} on ${missing} of ${pluralize(days.length - 1, "day")}`
}
