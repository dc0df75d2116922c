/** Every day of a period in its place: days without a row are gaps in the line, not a shorter axis. */
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
