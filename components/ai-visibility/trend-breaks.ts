/** Finds where a trend breaks, and why. The warnings of the metrics name each scan that starts a new series. */
import { breakReason } from "@/domain/ai-engines/describe-breaks"

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

/**
 * `at` is the time of the first point of the new series, in milliseconds since 1970. `number` counts the breaks of a
 * chart from 1.
 */
export type Break = { at: number; number: number; reasons: string[] }

/**
 * `pointTimes` are the times of the chart's points, in order. `scanEnds` are the end times of scans by id. All are in
 * milliseconds since 1970.
 */
export function breaksOf(warnings: Warning[], pointTimes: number[], scanEnds: ReadonlyMap<string, number>): Break[] {
  const reasonsByPoint = new Map<number, string[]>()
  for (const { break: seriesBreak } of warnings) {
    if (!seriesBreak) continue
    const breakTime = scanEnds.get(seriesBreak.scan_id) ?? Date.parse(seriesBreak.date)
    // A point of a week has the time at which the week starts.
    const point = pointTimes.findLast((time) => time <= breakTime)
    if (point === undefined) continue
    reasonsByPoint.set(point, [...(reasonsByPoint.get(point) ?? []), reasonOf(seriesBreak)])
  }
  return [...reasonsByPoint]
    .sort(([a], [b]) => a - b)
    .map(([at, reasons], i) => ({ at, number: i + 1, reasons: [...new Set(reasons)] }))
}

/** The reason, with the versions of a changed prompt set. */
function reasonOf(seriesBreak: SeriesBreak): string {
  const { kind, from, to } = seriesBreak
  const versions = kind === "panel" && from !== to ? ` (version ${from} to ${to})` : ""
  return `${breakReason(seriesBreak)}${versions}`
}

/** The messages of the warnings that are not breaks. The chart itself shows breaks. */
export const messagesOf = (warnings: Warning[] | undefined) => [
  ...new Set((warnings ?? []).filter((warning) => !warning.break).map(({ message }) => message)),
]
