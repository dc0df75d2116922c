/**
 * Computes the data of the trend chart: one point per scan or week, one line per brand, and the breaks of the series.
 */
import { lineColors, otherColor } from "./brand-colors"
import type { Row } from "./format-metrics"
import { type Break, breaksOf, type Warning } from "./trend-breaks"

export type Line = { id: string; name: string; isOwn: boolean; color: string }
export type Point = {
  /** The end of a scan or the start of a week, in milliseconds since 1970. */
  at: number
  answers_n: number
  /** The interval of your brand. */
  band: [low: number, high: number] | null
  values: Record<string, number | null>
}
export type Trend = { points: Point[]; lines: Line[]; breaks: Break[] }

/** More lines cannot be distinguished. */
const maxLines = 5

/** Your brand first, then the most visible others. */
export function brandsToDraw(rows: Row[]): Row["brand"][] {
  const byVisibility = [...rows].sort((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0))
  const own = byVisibility.filter(({ brand }) => brand.kind === "own")
  const others = byVisibility.filter(({ brand }) => brand.kind !== "own")
  return [...own, ...others.slice(0, maxLines - own.length)].map(({ brand }) => brand)
}

type Scan = { id: string; finished_at: string | null }

type TrendContext = {
  /** From the same response as the rows. */
  warnings?: Warning[]
  /** The scans of the rows. */
  scans?: Scan[]
  /** The color of each brand of the project (`brandColors`). */
  colors?: ReadonlyMap<string, string>
}

/** `rows` are grouped by brand and by scan or week. */
export function trendOf(
  rows: Row[],
  brands: Row["brand"][],
  { warnings = [], scans = [], colors = new Map() }: TrendContext = {},
): Trend {
  const scanEnds = new Map(scans.map(({ id, finished_at }) => [id, Date.parse(finished_at ?? "")]))
  const points = new Map<number, Point>()
  for (const { group, brand, visibility, answers_n } of rows) {
    const at = group.week ? Date.parse(group.week) : scanEnds.get(group.scan_id ?? "")
    if (at === undefined) continue
    const point: Point = points.get(at) ?? { at, answers_n, band: null, values: {} }
    point.values[brand.id] = visibility.value
    if (brand.kind === "own" && visibility.ci) point.band = [visibility.ci.low, visibility.ci.high]
    points.set(at, point)
  }
  const sortedPoints = [...points.values()].sort((a, b) => a.at - b.at)
  const colorById = lineColors(
    brands.map(({ id }) => id),
    colors,
  )
  const pointTimes = sortedPoints.map(({ at }) => at)
  return {
    points: sortedPoints,
    lines: brands.map(({ id, name, kind }) => ({
      id,
      name,
      isOwn: kind === "own",
      color: colorById.get(id) ?? otherColor,
    })),
    breaks: breaksOf(warnings, pointTimes, scanEnds),
  }
}
