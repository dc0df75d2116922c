/** Adds the missing days of a period, so that days without data are gaps in the line and do not shorten the axis. */
import type { Point } from "./line-chart"

const dayMs = 86_400_000

export function fillDays(points: Point[], { from, to }: { from: string; to: string }): Point[] {
  const known = new Map(points.map((point) => [point.date, point]))
  const days: Point[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10)
    days.push(known.get(date) ?? { date })
  }
  return days
}
