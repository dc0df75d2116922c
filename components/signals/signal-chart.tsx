/**
 * Chart of the series behind signals: the values, the days of each signal, and the range that was expected on them. The
 * chart of a goal continues with its forecast.
 */
"use client"

import { ReferenceArea, ReferenceLine } from "recharts"
import { valueAxis } from "@/components/charts/axis"
import { asBreak, breaksAt } from "@/components/charts/breaks"
import { unitLabel } from "@/components/charts/line-chart"
import { seriesColors, TimeChart } from "@/components/charts/time-chart"
import type { TimePoint } from "@/components/charts/time-point"
import { formatDate } from "@/components/format-date"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"

type Event = {
  from: string
  to: string
  expected: { value: number | null; low: number | null; high: number | null }
}
type Point = { date: string; value: number | null }
/** The projected value of a goal at the end of its period, and the range of values that meet the goal. */
type Forecast = { date: string; value: number; low: number | null; high: number | null }
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
  /** Names the marked points. */
  markName?: string
  forecast?: Forecast | undefined
}

const dayMs = 86_400_000
/** Expected ranges of single days are at least this wide, as a share of the chart's width. */
const minRangeShare = 0.012

export function SignalChart(props: Props) {
  const {
    label,
    column,
    points,
    events,
    annotations = [],
    limitName = "Limit",
    markName = "Days of a signal",
    forecast,
  } = props
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
  const format = (value: number) => formatValue(value, column)
  const end = forecast && { at: Date.parse(forecast.date), ...forecast }
  const last = points.findLast(({ value }) => value !== null)
  const shownPoints: TimePoint[] = points.map(({ date, value }) => ({ at: Date.parse(date), values: { value } }))
  if (end) shownPoints.push({ at: end.at, values: { forecast: end.value } })
  const [firstAt = 0, lastAt = 0] = [shownPoints[0]?.at, shownPoints.at(-1)?.at]
  const margin = Math.max(dayMs, (lastAt - firstAt) * minRangeShare)
  const values = [
    ...points.map(({ value }) => value),
    ...limits,
    ...bands.flatMap(({ low, high }) => [low, high]),
    ...(end ? [end.value, end.high] : []),
  ]
  const color = seriesColors[0] as string
  return (
    <TimeChart
      label={label}
      unit={unitLabel(column)}
      points={shownPoints}
      lines={[
        end && last?.value != null
          ? { id: "value", name: "To date", endLabel: format(last.value), color }
          : { id: "value", name: label, color },
        ...(end ? [{ id: "forecast", name: "Forecast", endLabel: format(end.value), color, isComparison: true }] : []),
      ]}
      levels={[...limits].map((value) => ({ id: `limit ${value}`, name: limitName, endLabel: format(value), value }))}
      axis={valueAxis(values, column.unit)}
      formatTick={(value) => formatShort(value, column)}
      formatValue={format}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
      breaks={breaksAt(annotations.map(asBreak))}
      marked={end ? new Set() : marked}
      legend={
        (marks.length > 0 || end) && (
          <Legend
            markName={marks.length > 0 && !end ? markName : null}
            rangeName={bands.length > 0 ? "Expected range" : end?.high != null ? "Accepted range" : null}
          />
        )
      }
    >
      {bands.map(({ from, to, low, high }) => rangeArea([from - margin, to + margin], [low, high]))}
      {end && end.high !== null && rangeArea([end.at - margin, end.at], [end.low ?? 0, end.high])}
      {end && last && (
        <ReferenceLine
          segment={[
            { x: Date.parse(last.date), y: last.value as number },
            { x: end.at, y: end.value },
          ]}
          stroke={color}
          strokeWidth={1.5}
          strokeDasharray="5 4"
        />
      )}
      {!end &&
        marks.map(({ from }) => (
          <ReferenceLine key={from} x={from} stroke="var(--color-quiet)" strokeDasharray="2 3" />
        ))}
    </TimeChart>
  )
}

type Ends = [from: number, to: number]

/** An expected or accepted range: the times and the values that it spans. */
const rangeArea = ([x1, x2]: Ends, [y1, y2]: Ends) => (
  <ReferenceArea
    key={`${x1} ${x2}`}
    {...{ x1, x2, y1, y2 }}
    fill={seriesColors[0]}
    fillOpacity={0.22}
    ifOverflow="hidden"
  />
)

type LegendProps = { markName: string | null; rangeName: string | null }

function Legend({ markName, rangeName }: LegendProps) {
  return (
    <>
      {markName && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full bg-text" />
          {markName}
        </span>
      )}
      {rangeName && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-2 w-3" style={{ background: "var(--series-1)", opacity: 0.3 }} />
          {rangeName}
        </span>
      )}
    </>
  )
}
