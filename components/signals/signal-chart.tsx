/** Chart of the series behind signals: the values, the days of each signal, and the range that was expected on them. */
"use client"

import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { dayLabel } from "@/components/charts/day-label"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"

type Event = {
  from: string
  to: string
  expected: { value: number | null; low: number | null; high: number | null }
}
type Point = { date: string; value: number | null }
/** `limitName`: the name of an expectation with one bound, for example the limit of a threshold or the target of a goal. */
type Props = { label: string; column: ValueFormat; points: Point[]; events: Event[]; limitName?: string }

const axis = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--color-quiet)" }

export function SignalChart({ label, column, points, events, limitName = "Limit" }: Props) {
  const shown = events.flatMap((event) => {
    const days = points.filter(({ date }) => date >= event.from && date <= event.to)
    const [first, last] = [days[0], days.at(-1)]
    return first && last ? [{ ...event, from: first.date, to: last.date, days }] : []
  })
  const marked = new Set(shown.flatMap(({ days }) => days.map(({ date }) => date)))
  const bands = shown.flatMap(({ from, to, expected: { low, high } }) =>
    low !== null && high !== null ? [{ from, to, low, high }] : [],
  )
  /** Expectations with one bound are limits, such as those of a threshold. */
  const limits = new Set(
    shown.flatMap(({ expected: { low, high } }) =>
      (low === null) !== (high === null) ? [(low ?? high) as number] : [],
    ),
  )
  const ticks = ticksFor([
    ...points.map(({ value }) => value ?? 0),
    ...limits,
    ...bands.flatMap(({ low, high }) => [low, high]),
  ])
  return (
    <figure aria-label={label}>
      <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-table">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full bg-danger" />
          Days of a signal
        </span>
        {limits.size > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="w-3 border-quiet border-t border-dashed" />
            {limitName}
          </span>
        )}
        {bands.length > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="h-2 w-3" style={{ background: "var(--series-1)", opacity: 0.24 }} />
            Expected range
          </span>
        )}
      </figcaption>
      <div className="h-64 overflow-x-clip">
        <ResponsiveContainer initialDimension={{ width: 900, height: 256 }}>
          <ComposedChart data={points} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="date" tickFormatter={dayLabel} minTickGap={48} {...axis} />
            <YAxis
              width={56}
              ticks={ticks}
              domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
              tickFormatter={(value: number) => formatShort(value, column)}
              {...axis}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--color-edge)" }}
              content={<ChartTooltip format={(value) => formatValue(value, column)} />}
            />
            {bands.map(({ from, to, low, high }) => (
              <ReferenceArea
                key={`${from} ${to}`}
                x1={neighbor(points, from, -2)}
                x2={neighbor(points, to, 2)}
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
            {shown.map(({ from }) => (
              <ReferenceLine key={from} x={from} stroke="var(--color-danger)" strokeDasharray="2 3" />
            ))}
            <Line
              dataKey="value"
              name={label}
              stroke="var(--series-1)"
              strokeWidth={1.5}
              dot={({ cx, cy, payload, key }) =>
                marked.has((payload as Point).date) && cy !== null ? (
                  <circle key={key} cx={cx} cy={cy} r={3.5} fill="var(--color-danger)" />
                ) : (
                  <g key={key} />
                )
              }
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

/** A day near the event, so that the range of a single day is visible. */
function neighbor(points: Point[], date: string, offset: number) {
  const at = points.findIndex((point) => point.date === date) + offset
  return points[Math.min(Math.max(at, 0), points.length - 1)]?.date ?? date
}

/** Round numbers at equal distances that cover zero and all values. */
function ticksFor(values: number[]): number[] {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)]
  const rough = (max - min || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(min / step)
  return Array.from({ length: Math.ceil(max / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  )
}
