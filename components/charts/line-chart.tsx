/** Line chart by day, optionally with a comparison line behind. */
"use client"

import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import { ChartTooltip } from "./chart-tooltip"
import { dayLabel } from "./day-label"

export type Point = { date: string } & Record<string, number | string | null>
/** `isQuiet` marks the comparison line. */
export type Series = { id: string; name: string; isQuiet?: boolean }

/** With `hasBand`, the points have `low` and `high`: the ends of the interval. */
type Props = { label: string; points: Point[]; series: Series[]; column: ValueFormat; hasBand?: boolean }

const colors = [1, 2, 3, 4, 5].map((n) => `var(--series-${n})`)
const quiet = "var(--color-edge)"
const axis = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--color-quiet)" }

export function LineChart({ label, points, series, column, hasBand }: Props) {
  const hasDots = points.length < 3
  return (
    <figure aria-label={label}>
      {series.length > 1 && <Names series={series} />}
      <div className="h-56 overflow-x-clip">
        <ResponsiveContainer initialDimension={{ width: 900, height: 224 }}>
          <ComposedChart data={points} margin={{ top: 6, right: 8, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="date" tickFormatter={dayLabel} minTickGap={48} {...axis} />
            <YAxis width={56} tickCount={4} tickFormatter={(value: number) => formatShort(value, column)} {...axis} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--color-edge)" }}
              content={<ChartTooltip format={(value) => formatValue(value, column)} />}
            />
            {hasBand && (
              <Area
                dataKey={({ low, high }: Point) => [low, high]}
                name="Interval"
                stroke="none"
                fill={colors[0]}
                fillOpacity={0.14}
                isAnimationActive={false}
                activeDot={false}
                tooltipType="none"
              />
            )}
            {series.map(({ id, name, isQuiet }, n) => (
              <Line
                key={id}
                dataKey={id}
                name={name}
                stroke={isQuiet ? quiet : colors[n % colors.length]}
                strokeWidth={1.5}
                strokeDasharray={isQuiet ? "3 3" : undefined}
                dot={hasDots && { r: 2.5 }}
                isAnimationActive={false}
              />
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

function Names({ series }: { series: Series[] }) {
  return (
    <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-table">
      {series.map(({ id, name, isQuiet }, n) => (
        <span key={id} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-3" style={{ background: isQuiet ? quiet : colors[n % colors.length] }} />
          {name}
        </span>
      ))}
    </figcaption>
  )
}
