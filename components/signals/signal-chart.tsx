/**
 * Chart of the series behind signals: the values, the days of each signal, and the range that was expected on them. The
 * chart of a goal continues with its forecast.
 */
"use client"

import { ReferenceArea, ReferenceLine } from "recharts"
import { valueAxis } from "@/components/charts/axis"
import { RangeSwatch, rangeStyle } from "@/components/charts/bands"
import { asBreak, breaksAt } from "@/components/charts/breaks"
import { ForecastLine } from "@/components/charts/forecast-line"
import { unitLabel } from "@/components/charts/labels"
import { seriesColors, TimeChart } from "@/components/charts/time-chart"
import type { TimePoint } from "@/components/charts/time-point"
import { dayMs } from "@/components/days"
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
type Props = {
  label: string
  column: ValueFormat
  points: Point[]
  events: Event[]
  annotations?: { date: string; kind: string; text: string }[]
  /** The days from which scans cannot be compared with earlier ones. */
  breaks?: { date: string; reason: string }[]
  /** The name of an expectation with one bound, for example the limit of a threshold or the target of a goal. */
  limitName?: string
  /** Names the marked points. */
  markName?: string
  forecast?: Forecast | undefined
  /** The expected range is the same on all points, as for scans. The range of days depends on the weekday. */
  isRangeConstant?: boolean
}

export function SignalChart(props: Props) {
  const { label, column, points, events, annotations = [], breaks = [] } = props
  const { limitName = "Limit", forecast, isRangeConstant } = props
  // A chart with a forecast marks no points.
  const marks = forecast ? [] : marksOf(events, points)
  const ranges = rangesOf(marks)
  const limits = limitsOf(events)
  const format = (value: number) => formatValue(value, column)
  const end = forecast && { at: Date.parse(forecast.date), ...forecast }
  const last = points.findLast(({ value }) => value !== null)
  const chartPoints: TimePoint[] = points.map(({ date, value }) => ({ at: Date.parse(date), values: { value } }))
  if (end) chartPoints.push({ at: end.at, values: { forecast: end.value } })
  const margin = rangeMarginMs(chartPoints)
  const drawnValues = [
    ...points.map(({ value }) => value),
    ...limits,
    ...ranges.flatMap(({ low, high }) => [low, high]),
    ...(end ? [end.value, end.high] : []),
    // Shares of answers are shown on an axis to 100%, so that an expected range does not end with the axis.
    ...(isRangeConstant && column.unit === "ratio" ? [1] : []),
  ]
  return (
    <TimeChart
      label={label}
      unit={column.unit === "money" ? "" : unitLabel(column)}
      points={chartPoints}
      lines={[
        end && last?.value != null
          ? { id: "value", name: "To date", valueLabel: format(last.value), color }
          : { id: "value", name: label, color },
        ...(end
          ? [{ id: "forecast", name: "Forecast", valueLabel: format(end.value), color, isComparison: true }]
          : []),
      ]}
      levels={limits.map((value) => ({ id: `limit ${value}`, name: limitName, valueLabel: format(value), value }))}
      axis={valueAxis(drawnValues, column.unit)}
      formatTick={(value) => formatShort(value, column)}
      formatValue={format}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
      breaks={breaksAt([...annotations.map(asBreak), ...breaks])}
      marked={timesOf(marks)}
      legend={(marks.length > 0 || end) && <Legend {...legendNames(props, marks.length > 0, ranges.length > 0)} />}
    >
      {ranges.map(({ from, to, low, high }) =>
        rangeArea(isRangeConstant ? allTimes : [from - margin, to + margin], [low, high]),
      )}
      {end && end.high !== null && rangeArea([end.at - margin, end.at], [end.low ?? 0, end.high])}
      {end && last && (
        <ForecastLine from={{ at: Date.parse(last.date), value: last.value as number }} to={end} color={color} />
      )}
      {marks.map(({ from }) => (
        <ReferenceLine key={from} x={from} stroke="var(--color-quiet)" strokeDasharray="2 3" />
      ))}
    </TimeChart>
  )
}

const color = seriesColors[0] as string

/** The part of an event that the chart shows. Times are in milliseconds since 1970. */
type Mark = { from: number; to: number; days: Point[]; expected: Event["expected"] }

function marksOf(events: Event[], points: Point[]): Mark[] {
  return events.flatMap(({ from, to, expected }) => {
    const days = points.filter(({ date }) => date >= from && date <= to)
    const first = days[0]
    const last = days.at(-1)
    if (!first || !last) return []
    return [{ from: Date.parse(first.date), to: Date.parse(last.date), days, expected }]
  })
}

const timesOf = (marks: Mark[]) => new Set(marks.flatMap(({ days }) => days.map(({ date }) => Date.parse(date))))

/** The expectations with two bounds. */
const rangesOf = (marks: Mark[]) =>
  marks.flatMap(({ from, to, expected: { low, high } }) =>
    low !== null && high !== null ? [{ from, to, low, high }] : [],
  )

/** The expectations with one bound, such as those of a threshold, without repetition. */
function limitsOf(events: Event[]): number[] {
  const limits = events.flatMap(({ expected: { low, high } }) => {
    if (low !== null && high !== null) return []
    return low ?? high ?? []
  })
  return [...new Set(limits)]
}

/** Expected ranges of single days are at least this wide, as a share of the chart's width. */
const minRangeShare = 0.012

/** How far the area of a range extends before its first and after its last day. */
function rangeMarginMs(points: TimePoint[]) {
  const [firstAt = 0, lastAt = 0] = [points[0]?.at, points.at(-1)?.at]
  return Math.max(dayMs, (lastAt - firstAt) * minRangeShare)
}

/** Without ends, the area is as wide as the chart. */
const allTimes: Partial<Ends> = []

type Ends = [from: number, to: number]

/** An expected or accepted range: the times and the values that it spans. */
const rangeArea = ([x1, x2]: Partial<Ends>, [y1, y2]: Ends) => (
  <ReferenceArea
    key={`${x1} ${x2}`}
    x1={x1}
    x2={x2}
    y1={y1}
    y2={y2}
    {...rangeStyle}
    // A range across the whole chart covers a large area, so its color is paler.
    {...(x1 === undefined && { fill: "var(--series-range-pale)" })}
    fillOpacity={1}
    ifOverflow="hidden"
  />
)

type LegendProps = { markName: string | null; rangeName: string | null }

/** The names of what the chart marks. Null for what it does not show. */
function legendNames(
  { markName = "Day with a signal", forecast }: Props,
  hasMarks: boolean,
  hasRanges: boolean,
): LegendProps {
  const acceptedRange = forecast?.high != null ? "Accepted range" : null
  return {
    markName: hasMarks ? markName : null,
    rangeName: hasRanges ? "Expected range" : acceptedRange,
  }
}

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
          <RangeSwatch />
          {rangeName}
        </span>
      )}
    </>
  )
}
