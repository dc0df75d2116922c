/** Chart of a goal: the value so far, the even pace to the target, and the forecast with its interval. */
"use client"

import { type ValueAxis, valueAxis } from "@/components/charts/axis"
import { RangeSwatch } from "@/components/charts/bands"
import { ForecastLine } from "@/components/charts/forecast-line"
import { unitLabel } from "@/components/charts/labels"
import { seriesColors, TimeChart } from "@/components/charts/time-chart"
import type { TimeLine } from "@/components/charts/time-point"
import { formatDate } from "@/components/format-date"
import { uncapitalize } from "@/components/letter-case"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import type { GoalCurve } from "./goal-curve"

type Props = {
  /** The name of the goal, for screen readers. */
  label: string
  /** The name of the metric. */
  metricName: string
  curve: GoalCurve
  column: ValueFormat
  /** `name`: target, limit or budget. */
  target: { name: string; value: number }
  forecast: { value: number; low: number; high: number } | null
}

const color = seriesColors[0] as string

export function GoalChart({ label, metricName, curve, column, target, forecast }: Props) {
  const { points, last } = curve
  const end = points.at(-1)?.at ?? last.at
  const format = (value: number) => formatValue(value, column)
  const interval = forecast && `80% interval of the forecast: ${format(forecast.low)} to ${format(forecast.high)}`
  const axis = valueAxis([target.value, last.value, forecast?.high ?? null], column.unit)
  const lines: TimeLine[] = [
    { id: "value", name: "To date", valueLabel: format(last.value), color, isBelow: isBehind(curve) },
    { id: "pace", name: "Even pace", color: "var(--color-quiet)", isComparison: true, ...paceName(curve) },
  ]
  if (forecast)
    lines.push({ id: "forecast", name: "Forecast", valueLabel: format(forecast.value), color, isComparison: true })
  return (
    <TimeChart
      label={label}
      title={`Cumulative ${uncapitalize(metricName)}`}
      unit={unitLabel(column)}
      points={points}
      lines={lines}
      levels={[{ id: "target", name: target.name, valueLabel: format(target.value), value: target.value }]}
      axis={axis}
      formatTick={(value) => formatShort(value, column)}
      formatValue={format}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
      note={({ at }) => interval && at === end && <p className="text-quiet text-small">{interval}</p>}
      legend={
        interval && (
          <span className="inline-flex items-center gap-1.5">
            {forecast && isVisible(forecast, axis) && <RangeSwatch />}
            <span className="figures">{interval}</span>
          </span>
        )
      }
    >
      {forecast && <ForecastLine from={last} to={{ at: end, value: forecast.value }} color={color} />}
    </TimeChart>
  )
}

/** The name of the pace stands in the middle of the chart, on the side of its line where the value is not. */
const paceName = (curve: GoalCurve) => ({
  nameAt: curve.points[Math.floor(curve.points.length / 2)]?.at,
  isBelow: !isBehind(curve),
})

/** A band that is narrower than this share of the axis looks like a line. */
const minBandShare = 0.015

const isVisible = ({ low, high }: { low: number; high: number }, { domain: [start, end] }: ValueAxis) =>
  high - low >= minBandShare * (end - start)

/** True if the value lies below the even pace. Its label then stands below the line, and leaves the pace free. */
const isBehind = ({ points, last }: GoalCurve) =>
  last.value < (points.find(({ at }) => at === last.at)?.values["pace"] ?? 0)
