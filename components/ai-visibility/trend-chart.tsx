/** Chart of visibility by scan: your brand with its interval, other brands, and a vertical line where the series breaks. */
"use client"

import { useState } from "react"
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import { dayLabel } from "@/components/charts/day-label"
import { percent } from "@/domain/metrics/format-value"
import { EndLabels, endLabelMargin } from "./end-labels"
import { endOfAxis } from "./interval-bar"
import type { Point, Trend } from "./trend"
import { TrendTooltip } from "./trend-tooltip"

const colors = [1, 2, 3, 4, 5].map((n) => `var(--series-${n})`)
const axis = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--color-quiet)" }

export function TrendChart({ label, trend: { points, lines, breaks } }: { label: string; trend: Trend }) {
  const [rightMargin, setRightMargin] = useState(endLabelMargin(900))
  const coloredLines = lines.map((line, n) => ({ ...line, color: colors[n % colors.length] as string }))
  const last = points.at(-1)
  const end = endOfTrend(points)
  const areOfOneDay = last !== undefined && formatDay(points[0]?.at ?? last.at) === formatDay(last.at)
  return (
    <figure aria-label={label}>
      <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-table md:sr-only">
        {coloredLines.map(({ id, name, color }) => (
          <span key={id} className="inline-flex min-w-0 items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-3 shrink-0" style={{ background: color }} />
            <bdi className="truncate">{name}</bdi>
          </span>
        ))}
      </figcaption>
      <div className="h-64 overflow-x-clip">
        <ResponsiveContainer
          initialDimension={{ width: 900, height: 256 }}
          onResize={(width) => setRightMargin(endLabelMargin(width))}
        >
          <ComposedChart data={points} margin={{ top: 16, right: rightMargin, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={["dataMin", "dataMax"]}
              ticks={points.map(({ at }) => at)}
              interval="preserveStartEnd"
              tickFormatter={areOfOneDay ? timeOfDay : formatDay}
              minTickGap={40}
              padding={{ left: 8, right: 8 }}
              {...axis}
            />
            <YAxis width={48} domain={[0, end]} ticks={[0, end / 2, end]} tickFormatter={wholePercent} {...axis} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--color-edge)" }}
              content={<TrendTooltip lines={coloredLines} breaks={breaks} />}
            />
            <Area
              dataKey="band"
              stroke="none"
              fill={colors[0]}
              fillOpacity={0.14}
              isAnimationActive={false}
              activeDot={false}
            />
            {breaks.map(({ at, number }) => (
              <ReferenceLine
                key={number}
                x={at}
                stroke="var(--color-quiet)"
                strokeDasharray="2 3"
                label={{ value: number, position: "top", fontSize: 11, fill: "var(--color-quiet)" }}
              />
            ))}
            {coloredLines.map(({ id, name, color, isOwn }) => (
              <Line
                key={id}
                dataKey={({ values }: Point) => values[id]}
                name={name}
                stroke={color}
                strokeWidth={isOwn ? 2 : 1.5}
                dot={points.length < 3 || isOwn ? { r: 2.5, fill: color, strokeWidth: 0 } : false}
                activeDot={{ r: 3.5 }}
                isAnimationActive={false}
              />
            ))}
            <EndLabels labels={coloredLines.map((line) => ({ ...line, value: last?.values[line.id] ?? null }))} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      {breaks.length > 0 && (
        <ol aria-label="Breaks in the series" className="mt-2 grid gap-1 text-quiet text-table">
          {breaks.map(({ number, at, reasons }) => (
            <li key={number} className="flex gap-2">
              <span className="figures shrink-0">
                {number} · {formatDay(at)}
              </span>
              <span className="min-w-0">{reasons.join(". ")}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  )
}

/** "14:05 UTC" */
const timeOfDay = (at: number) => `${new Date(at).toISOString().slice(11, 16)} UTC`
const formatDay = (at: number) => dayLabel(new Date(at).toISOString().slice(0, 10))
const wholePercent = (share: number) => percent(share, 0)

const endOfTrend = (points: Point[]) =>
  endOfAxis(
    points.flatMap(({ values, band }) =>
      [...Object.values(values), band?.[1] ?? null].map((value) => ({ value, ci: null })),
    ),
  )
