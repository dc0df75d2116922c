/** Finds where a trend breaks, and why. The warnings of the metrics name each scan that starts a new series. */
import { engineName } from "./format-metrics"

/** A warning of a response with metrics. With `break`, it says why a scan starts a new series. */
export type Warning = {
  message: string
  break?: {
    /** What changed: the prompt set, the model or settings of one engine, the list of engines, or the regions. */
    kind: "panel" | "engine" | "engines" | "regions"
    date: string
    scan_id: string
    engine: string | null
    /** The versions, models, engine ids or regions before and after. Lists are joined by commas. */
    from: string | null
    to: string | null
    added_n: number
    removed_n: number
  }
}
type SeriesBreak = NonNullable<Warning["break"]>

/** `at` is the time of the first point of the new series. `number` counts the breaks of a chart from 1. */
export type Break = { at: number; number: number; reasons: string[] }

/**
 * `at` contains the times of the chart's points, in order. `ends` contains the end times of scans by id. All are in
 * milliseconds since 1970.
 */
export function breaksOf(warnings: Warning[], at: number[], ends: ReadonlyMap<string, number>): Break[] {
  const reasons = new Map<number, string[]>()
  for (const { break: found } of warnings) {
    if (!found) continue
    const moment = ends.get(found.scan_id) ?? Date.parse(found.date)
    const pointAt = at.findLast((point) => point <= moment)
    if (pointAt !== undefined) reasons.set(pointAt, [...(reasons.get(pointAt) ?? []), reasonOf(found)])
  }
  return [...reasons]
    .sort(([a], [b]) => a - b)
    .map(([pointAt, found], i) => ({ at: pointAt, number: i + 1, reasons: [...new Set(found)] }))
}

function reasonOf({ kind, engine, from, to, added_n, removed_n }: SeriesBreak): string {
  if (kind === "panel") {
    const counts = [added_n > 0 && `${added_n} added`, removed_n > 0 && `${removed_n} removed`].filter(Boolean)
    return `Prompts changed${counts.length > 0 ? `: ${counts.join(", ")}` : ""}${from === to ? "" : ` (version ${from} to ${to})`}`
  }
  if (kind === "engine") {
    const models = from && to && from !== to ? `: ${from} to ${to}` : " settings"
    return `${engineName(engine ?? "")} changed${models}`
  }
  const names = (list: string | null) =>
    (list || "none")
      .split(", ")
      .map((name) => (kind === "engines" ? engineName(name) : name))
      .join(", ")
  return `${kind === "engines" ? "Engines" : "Regions"} changed: ${names(from)} to ${names(to)}`
}

/** The messages of the warnings that are not breaks. The chart itself shows breaks. */
export const messagesOf = (warnings: Warning[] | undefined) => [
  ...new Set((warnings ?? []).filter((warning) => !warning.break).map(({ message }) => message)),
]
