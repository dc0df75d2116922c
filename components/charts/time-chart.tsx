/**
 * Draws every chart over time: a title with its unit, axes with round steps, lines that stop at breaks and at
 * missing points, names at the ends of the lines, and a tooltip by mouse and keyboard.
 */
"use client"

import { type ReactNode, useState } from "react"
import { CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { axisStyle, dateAxis, type ValueAxis } from "./axis"
import { Bands } from "./bands"
import { BreakList, BreakRules } from "./break-marks"
import { type Break, isIn, type Segment, segmentsOf } from "./breaks"
import { EndLabels, endLabelMargin } from "./end-labels"
import { Legend } from "./legend"
import type { TimeLine, TimePoint } from "./time-point"
import { TimeTooltip } from "./time-tooltip"

/** `label` names the chart for screen readers. `title` and `unit` are shown above it. */
type Props<Point extends TimePoint> = {
  label: string
  title?: ReactNode
  unit?: string
  points: Point[]
  lines: TimeLine[]
  breaks?: Break[]
  axis: ValueAxis
  formatTick: (value: number) => string
  formatValue: (value: number) => string
  formatTime: (at: number) => string
  /** Shown in the tooltip, below the values. */
  note?: (point: Point) => ReactNode
  /** The times of the points that are marked with a dot. */
  marked?: ReadonlySet<number>
  /** Constant values, such as a target. Each is a horizontal line with its name at the right end. */
  levels?: Level[]
  /** Explains other marks, beside the names of the lines. */
  legend?: ReactNode
  /** Further marks inside the chart. */
  children?: ReactNode
}

export type Level = Pick<TimeLine, "id" | "name" | "valueLabel"> & { value: number }

export const seriesColors = [1, 2, 3, 4, 5].map((number) => `var(--series-${number})`)
const levelStyle = { color: "var(--color-quiet)", isComparison: true }
/** With more lines, the names do not fit at the ends. The legend shows them instead. */
const maxEndLabels = 5
const margin = { top: 20, bottom: 0, left: 0 }
/** The right margin of charts without names. It leaves space for half of the last date's label. */
const plainMargin = 16
/** The width in pixels that a chart is drawn with before it is measured. */
const initialWidth = 900

export function TimeChart<Point extends TimePoint>(props: Props<Point>) {
  const { label, title, unit, points, lines, breaks = [], axis, formatTick, formatValue, formatTime, note } = props
  const { marked, levels = [], legend, children } = props
  const namedLines: TimeLine[] = [...lines, ...levels.map((level) => ({ ...level, ...levelStyle }))]
  const hasNames = namedLines.length > 1
  const hasEndLabels = hasNames && namedLines.length <= maxEndLabels
  const [width, setWidth] = useState(initialWidth)
  const rightMargin = hasEndLabels ? endLabelMargin(width) : plainMargin
  const times = points.map(({ at }) => at)
  const dates = dateAxis(times)
  const segments = segmentsOf(times, breaks)
  return (
    <figure aria-label={label} className="@container min-w-0 break-inside-avoid">
      <figcaption className="mb-1 text-table">
        {(title || unit) && (
          <p>
            {title && <span className="font-strong">{title} </span>}
            {unit && <span className="text-quiet">{unit}</span>}
          </p>
        )}
        {(hasNames || legend) && (
          <p className="mt-0.5 flex flex-wrap gap-x-5 gap-y-1">
            {/* Wide charts show the names at the ends of the lines. */}
            {hasNames && <Legend series={namedLines} className={hasEndLabels ? "@min-[560px]:sr-only" : ""} />}
            {legend}
          </p>
        )}
      </figcaption>
      <div className="h-60 overflow-x-clip">
        <ResponsiveContainer initialDimension={{ width: initialWidth, height: 240 }} onResize={setWidth}>
          <ComposedChart data={points} margin={{ ...margin, right: rightMargin }} aria-label={label}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={["dataMin", "dataMax"]}
              ticks={dates.ticks}
              tickFormatter={dates.format}
              interval="equidistantPreserveStart"
              minTickGap={24}
              padding={{ left: 8, right: 8 }}
              {...axisStyle}
            />
            <YAxis width={56} {...axis} interval={0} tickFormatter={formatTick} {...axisStyle} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--color-edge)" }}
              content={
                <TimeTooltip
                  lines={lines}
                  breaks={breaks}
                  formatValue={formatValue}
                  formatTime={formatTime}
                  note={note}
                />
              }
            />
            {children}
            <Bands points={points} segments={segments} />
            {levels.map(({ id, value }) => (
              <ReferenceLine key={id} y={value} stroke={levelStyle.color} strokeDasharray="4 3" />
            ))}
            <BreakRules breaks={breaks} points={times} />
            {lines.flatMap((line) =>
              // Breaks belong to the period itself. The comparison is another period, so its line has none.
              (line.isComparison ? segmentsOf(times, []) : segments).map((segment) =>
                drawLine(line, segment, points, marked),
              ),
            )}
            {hasEndLabels && (
              <EndLabels
                labels={[
                  ...lines.map((line) => ({ ...line, ...endOf(points, line) })),
                  ...levels.map((level) => ({ ...level, ...levelStyle })),
                ]}
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <BreakList breaks={breaks} />
    </figure>
  )
}

/** Draws the part of a line within a segment. Bold lines, marked points and points without neighbors have dots. */
function drawLine(line: TimeLine, segment: Segment, points: TimePoint[], marked?: ReadonlySet<number>) {
  const { id, name, color, isBold, isComparison } = line
  const valueAt = (point: TimePoint | undefined) =>
    point && isIn(segment, point.at) ? (point.values[id] ?? null) : null
  const hasNoNeighbors = (index: number) => valueAt(points[index - 1]) === null && valueAt(points[index + 1]) === null
  return (
    <Line
      key={`${id} ${segment.from}`}
      dataKey={valueAt}
      name={name}
      stroke={color}
      strokeWidth={isBold ? 2 : 1.5}
      strokeDasharray={isComparison ? "5 4" : undefined}
      dot={({ cx, cy, index, payload, key }) => {
        const point = payload as TimePoint
        const isMarked = marked?.has(point.at) ?? false
        const hasDot = isBold || isMarked || hasNoNeighbors(index)
        if (!hasDot || cy === null || valueAt(point) === null) return <g key={key} />
        return (
          <circle key={key} cx={cx} cy={cy} r={isMarked ? 3.5 : 2.5} fill={isMarked ? "var(--color-text)" : color} />
        )
      }}
      activeDot={{ r: 3.5 }}
      isAnimationActive={false}
    />
  )
}

/**
 * The value beside which the name of a line stands: its last one, or that at `nameAt`. `endsAt` is its time, if it is
 * not at the end of the chart.
 */
function endOf(points: TimePoint[], { id, valueLabel, nameAt }: TimeLine) {
  const namedPoint = points.find(({ at }) => at === nameAt)
  if (namedPoint) return { value: namedPoint.values[id] ?? null, endsAt: namedPoint.at }
  const last = points.findLast(({ values }) => values[id] != null)
  return { value: last?.values[id] ?? null, ...(valueLabel && last !== points.at(-1) && { endsAt: last?.at }) }
}
