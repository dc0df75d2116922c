/** Chart of the series behind signals: the values, the days of each signal, and the range that was expected on them. */
"use client"

import { ReferenceArea, ReferenceLine } from "recharts"
import { valueAxis } from "@/components/charts/axis"
import { asBreak, breaksAt } from "@/components/charts/breaks"
import { unitLabel } from "@/components/charts/line-chart"
import { seriesColors, TimeChart } from "@/components/charts/time-chart"
import { formatDate } from "@/components/format-date"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"

type Event = {
  from: string
  to: string
  expected: { value: number | null; low: number | null; high: number | null }
}
type Point = { date: string; value: number | null }
/**
 * `limitName`: the name of an expectation with one bound, for example the limit of a threshold or the target of a goal.
 */
type Props = {
  label: string
  column: ValueFormat
  points: Point[]
  events: Event[]
  annotations?: { date: string; kind: string; text: string }[]
  limitName?: string
}

const dayMs = 86_400_000

export function SignalChart({ label, column, points, events, annotations = [], limitName = "Limit" }: Props) {
  const marks = events.flatMap((event) => {
    const days = points.filter(({ date }) => date >= event.from && date <= event.to)
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? [{ ...event, from: Date.parse(first.date), to: Date.parse(last.date), days }] : []
  })
  const marked = new Set(marks.flatMap(({ days }) => days.map(({ date }) => Date.parse(date))))
  const bands = marks.flatMap(({ from, to, expected: { low, high } }) =>
    low !== null && high !== null ? [{ from, to, low, high }] : [],
  )
  /** Expectations with one bound are limits, such as those of a threshold. */
  const limits = new Set(
    events.flatMap(({ expected: { low, high } }) =>
      (low === null) !== (high === null) ? [(low ?? high) as number] : [],
    ),
  )
  const values = [...points.map(({ value }) => value), ...limits, ...bands.flatMap(({ low, high }) => [low, high])]
  return (
    <TimeChart
      label={label}
      unit={unitLabel(column)}
      points={points.map(({ date, value }) => ({ at: Date.parse(date), values: { value } }))}
      lines={[{ id: "value", name: label, color: seriesColors[0] as string }]}
      axis={valueAxis(values, column.unit)}
      formatTick={(value) => formatShort(value, column)}
      formatValue={(value) => formatValue(value, column)}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
      breaks={breaksAt(annotations.map(asBreak))}
      marked={marked}
      legend={
        (marks.length > 0 || limits.size > 0) && (
          <Legend
            hasMarks={marks.length > 0}
            limitName={limits.size > 0 ? limitName : null}
            hasBands={bands.length > 0}
          />
        )
      }
    >
      {bands.map(({ from, to, low, high }) => (
        <ReferenceArea
          key={`${from} ${to}`}
          // Wider than the days, so that the range of a single day is visible.
          x1={from - dayMs}
          x2={to + dayMs}
          y1={low}
          y2={high}
          fill="var(--series-1)"
          fillOpacity={0.18}
          ifOverflow="hidden"
        />
      ))}
      {[...limits].map((limit) => (
        <ReferenceLine key={limit} y={limit} stroke="var(--color-quiet)" strokeDasharray="4 3" />
      ))}
      {marks.map(({ from }) => (
        <ReferenceLine key={from} x={from} stroke="var(--color-danger)" strokeDasharray="2 3" />
      ))}
    </TimeChart>
  )
}

type LegendProps = { hasMarks: boolean; limitName: string | null; hasBands: boolean }

function Legend({ hasMarks, limitName, hasBands }: LegendProps) {
  return (
    <>
      {hasMarks && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full bg-danger" />
          Days of a signal
        </span>
      )}
      {limitName && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-3 border-quiet border-t border-dashed" />
          {limitName}
        </span>
      )}
      {hasBands && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-2 w-3" style={{ background: "var(--series-1)", opacity: 0.24 }} />
          Expected range
        </span>
      )}
    </>
  )
}
