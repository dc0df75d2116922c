/** The trend as the chart draws it: one point a scan, one line a brand, and the scans where the series breaks. */
import type { Data } from "@/components/api/types"
import type { Row } from "./figure-words"

type Scan = Data<"scans", "list">[number]

export type Line = { id: string; name: string; isOwn: boolean }
export type Point = {
  /** Milliseconds; a day's or a week's first moment. */
  at: number
  answers_n: number
  /** The interval of the own brand. */
  band: [low: number, high: number] | null
  values: Record<string, number | null>
}
export type Break = { at: number; number: number; reason: string }
export type Trend = { points: Point[]; lines: Line[]; breaks: Break[] }

/** Own brand first, then the most visible ones: more than five lines cannot be told apart. */
export function brandsToDraw(rows: Row[]): Row["brand"][] {
  const byVisibility = [...rows].sort((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0))
  const own = byVisibility.filter(({ brand }) => brand.kind === "own")
  const others = byVisibility.filter(({ brand }) => brand.kind !== "own")
  return [...own, ...others.slice(0, 5 - own.length)].map(({ brand }) => brand)
}

/** `rows` by brand and by date or week; `scans` tell where the panel of prompts changed. */
export function trendOf(rows: Row[], brands: Row["brand"][], scans: Scan[]): Trend {
  const points = new Map<number, Point>()
  for (const { group, brand, visibility, answers_n } of rows) {
    const at = Date.parse(group.date ?? group.week ?? "")
    const point: Point = points.get(at) ?? { at, answers_n, band: null, values: {} }
    point.values[brand.id] = visibility.value
    if (brand.kind === "own" && visibility.ci) point.band = [visibility.ci.low, visibility.ci.high]
    points.set(at, point)
  }
  const sorted = [...points.values()].sort((a, b) => a.at - b.at)
  return {
    points: sorted,
    lines: brands.map(({ id, name, kind }) => ({ id, name, isOwn: kind === "own" })),
    breaks: panelBreaks(scans, sorted).map((found, i) => ({ ...found, number: i + 1 })),
  }
}

/** Drawn at the first scan of the new panel. */
function panelBreaks(scans: Scan[], points: Point[]) {
  const oldestFirst = [...scans].reverse()
  return oldestFirst.flatMap((scan, i) => {
    const before = oldestFirst[i - 1]
    if (!before || before.panel_version === scan.panel_version) return []
    const at = points.findLast((point) => point.at <= Date.parse(scan.finished_at ?? scan.created_at))?.at
    const reason = `The prompts changed: panel ${before.panel_version} to ${scan.panel_version}.`
    return at === undefined || at === points[0]?.at ? [] : [{ at, reason }]
  })
}
