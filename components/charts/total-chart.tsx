/**
 * Draws a chart below its total and its legend: one stacked bar or one point of each line per interval, with round
 * steps and a tooltip by mouse and keyboard. `TimeChart` draws lines over days and scans.
 */
"use client"

import type { ReactNode } from "react"
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { count } from "@/domain/kernel/format-count"
import { axisStyle, valueAxis } from "./axis"
import { ChartTooltip } from "./chart-tooltip"
import { Legend, type LegendSeries } from "./legend"

/** `id` is the field of the rows with the values. Bars are stacked in the order of the series. */
type Props<Row extends object> = {
  /** Names the chart for screen readers. */
  label: string
  total: string
  /** What the total counts. Shown below it. */
  title: string
  rows: Row[]
  series: readonly (LegendSeries & { id: keyof Row & string })[]
  /** The field of the rows with the start of the interval. */
  timeKey: keyof Row & string
  formatTime: (from: string) => string
  /** Names the interval in the tooltip. Default: `formatTime`. */
  formatInterval?: (from: string) => string
  formatValue?: (value: number) => string
  formatTick?: (value: number) => string
  /** Shown instead of an empty chart. */
  empty?: ReactNode
}

export function TotalChart<Row extends object>(props: Props<Row>) {
  const { label, total, title, rows, series, timeKey, formatTime, formatInterval = formatTime, empty } = props
  const { formatValue = count, formatTick = formatValue } = props
  const isStacked = series.some(({ isBar }) => isBar)
  const valuesOf = (row: Row) => series.map(({ id }) => row[id] as number | null)
  const heights = rows.flatMap((row) =>
    isStacked ? valuesOf(row).reduce<number>((sum, value) => sum + (value ?? 0), 0) : valuesOf(row),
  )
  return (
    <figure aria-label={label} className="min-w-0">
      <figcaption className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <span>
          <strong className="figures block text-figure">{total}</strong>
          <span className="text-quiet">{title}</span>
        </span>
        {!empty && (
          <span className="flex flex-wrap gap-x-5 gap-y-1 text-table">
            <Legend series={series} />
          </span>
        )}
      </figcaption>
      {empty || (
        // Clipped, because the chart is wider than a small page until it is measured.
        <div className="h-44 overflow-x-clip">
          <ResponsiveContainer initialDimension={{ width: 900, height: 176 }}>
            <ComposedChart
              data={rows}
              margin={{ top: 6, right: isStacked ? 0 : 8, bottom: 0, left: 0 }}
              barCategoryGap={2}
              aria-label={label}
            >
              <CartesianGrid vertical={false} stroke="var(--color-line)" />
              <XAxis
                dataKey={(row: Row) => row[timeKey] as string}
                tickFormatter={formatTime}
                interval="equidistantPreserveStart"
                minTickGap={40}
                {...axisStyle}
              />
              <YAxis
                width={56}
                {...valueAxis(heights, "count")}
                interval={0}
                tickFormatter={formatTick}
                {...axisStyle}
              />
              <Tooltip
                content={<ChartTooltip formatLabel={formatInterval} format={formatValue} />}
                cursor={isStacked ? { fill: "var(--color-hover)" } : { stroke: "var(--color-edge)" }}
                isAnimationActive={false}
              />
              {series.map(drawSeries)}
            </ComposedChart>
          </ResponsiveContainer>
        </div>
      )}
    </figure>
  )
}

function drawSeries({ id, name, color, isBar }: LegendSeries) {
  if (isBar) return <Bar key={id} dataKey={id} name={name} stackId="bars" fill={color} isAnimationActive={false} />
  return (
    <Line
      key={id}
      dataKey={id}
      name={name}
      stroke={color}
      strokeWidth={1.5}
      dot={{ r: 2, fill: color }}
      activeDot={{ r: 3.5 }}
      isAnimationActive={false}
    />
  )
}
