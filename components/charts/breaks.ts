/**
 * Breaks of a series: times after which values cannot be compared with earlier ones. Lines stop at a break. Notes mark
 * other events, and lines continue.
 */

/**
 * `at`: the first moment of the new series, in milliseconds since 1970, or the moment of the event. `number` labels it
 * in the chart and in the list below. `isListedAbove`: another chart above lists the reasons, so that list only refers
 * to it.
 */
export type Break = { at: number; number: number; reasons: string[]; isNote?: boolean; isListedAbove?: boolean }

/** A part of the series between two breaks. A point belongs to it if `from <= at < to`. */
export type Segment = { from: number; to: number }

/** Splits the times of a chart at its breaks. Segments without a point are left out. */
export function segmentsOf(points: number[], breaks: Break[]): Segment[] {
  const bounds = [
    Number.NEGATIVE_INFINITY,
    ...breaks.filter(({ isNote }) => !isNote).map(({ at }) => at),
    Number.POSITIVE_INFINITY,
  ]
  return bounds
    .slice(1)
    .map((to, i) => ({ from: bounds[i] as number, to }))
    .filter((segment) => points.some((at) => isIn(segment, at)))
}

export const isIn = ({ from, to }: Segment, at: number) => at >= from && at < to

/**
 * Where the rule of a break is drawn: halfway between the last point of the old series and the first of the new one.
 * The rule of a note is at its moment. After the last point, as in the last week of a chart by week, it is at that
 * point, because the chart ends there.
 */
export function ruleAt({ at, isNote }: Break, points: number[]): number {
  const last = points.at(-1) ?? at
  if (isNote || at > last) return Math.min(at, last)
  const before = points.findLast((point) => point < at)
  const after = points.find((point) => point >= at)
  return before === undefined || after === undefined ? at : (before + after) / 2
}

/** A break or note by its day. `breaksAt` merges those of one day. */
export type DatedReason = { date: string; reason: string; isNote?: boolean; isListedAbove?: boolean }

export type ChartAnnotation = { date: string; kind: string; text: string; isListedAbove?: boolean }

/** Converts an annotation. Only a tracking change breaks a series. Other annotations are notes. */
export const asBreak = ({ date, kind, text, isListedAbove = false }: ChartAnnotation): DatedReason => ({
  date,
  reason: text,
  isNote: kind !== "tracking_change",
  isListedAbove,
})

/** Numbers the breaks of a chart in order of time. Several reasons of one day are one break. */
export function breaksAt(datedReasons: DatedReason[]): Break[] {
  const days = [...Map.groupBy(datedReasons, ({ date }) => date)].sort(([a], [b]) => a.localeCompare(b))
  return days.map(([date, ofDay], i) => ({
    at: Date.parse(date),
    number: i + 1,
    reasons: [...new Set(ofDay.map(({ reason }) => reason))],
    ...(ofDay.every(({ isNote }) => isNote) && { isNote: true }),
    ...(ofDay.every(({ isListedAbove }) => isListedAbove) && { isListedAbove: true }),
  }))
}
