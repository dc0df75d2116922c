/** Adds the missing days, weeks or months of a period, so that they are gaps in the line. */
import { addDays, daysBetween, firstOfMonth } from "@/components/days"

/** `date`: a day, or the first day of a week or month. */
type Dated = { date: string }
export type Bucket = "day" | "week" | "month"

/** `period` is the first and the last day of the chart. The first week or month may start before it. */
export function fillDates<DatedPoint extends Dated>(
  points: DatedPoint[],
  period: { from: string; to: string },
  bucket: Bucket,
): (DatedPoint | Dated)[] {
  const pointsByDate = new Map(points.map((point) => [point.date, point]))
  const filled: (DatedPoint | Dated)[] = []
  for (let date = firstDate(points, period.from, bucket); date <= period.to; date = nextDate(date, bucket))
    filled.push(pointsByDate.get(date) ?? { date })
  return filled
}

/**
 * Leaves out weeks and months that are only partly in the period, because their low totals would look like a drop.
 * Returns all points if fewer than two are whole.
 */
export function wholeBuckets<DatedPoint extends Dated>(
  points: DatedPoint[],
  period: { from: string; to: string },
  bucket: Bucket,
): DatedPoint[] {
  const isWhole = ({ date }: DatedPoint) => date >= period.from && addDays(nextDate(date, bucket), -1) <= period.to
  const whole = points.filter(isWhole)
  return whole.length < 2 ? points : whole
}

/** Weeks start on the weekday on which the first known week starts. */
function firstDate([first]: Dated[], from: string, bucket: Bucket) {
  if (bucket === "month") return firstOfMonth(from)
  if (bucket === "day" || !first) return from
  const weeks = Math.ceil(daysBetween(from, first.date) / 7)
  return addDays(first.date, -7 * Math.max(0, weeks))
}

/** The start of the next day, week or month. */
function nextDate(date: string, bucket: Bucket) {
  if (bucket === "month") return firstOfMonth(date, 1)
  return addDays(date, bucket === "week" ? 7 : 1)
}
