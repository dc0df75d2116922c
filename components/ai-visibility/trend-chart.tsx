/**
 * Chart of visibility by scan: your brand with its interval, other brands, and a vertical line where the series breaks.
 */
"use client"

import { TimeChart } from "@/components/charts/time-chart"
import { formatDate } from "@/components/format-date"
import { pluralize } from "@/domain/kernel/format-count"
import { percent, percentRange } from "@/domain/metrics/format-value"
import type { Point, Trend } from "./trend"

export function TrendChart({ trend: { points, lines, breaks } }: { trend: Trend }) {
  return (
    <TimeChart
      label="Visibility over time"
      points={points}
      breaks={breaks}
      lines={lines.map(({ id, name, isOwn, color }) => ({
        id,
        name,
        isBold: isOwn,
        ...(isOwn && { valueLabel: lastValue(points, id) }),
        color,
      }))}
      axis={{ ticks: [0, 0.25, 0.5, 0.75, 1], domain: [0, 1] }}
      formatTick={(share) => percent(share, 0)}
      formatValue={percent}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
      note={intervalOf}
    />
  )
}

/** The last value of a line, such as "70%". */
function lastValue(points: Point[], id: string): string {
  const value = points.findLast(({ values }) => values[id] != null)?.values[id]
  return value == null ? "" : percent(value, 0)
}

const intervalOf = ({ band, answers_n }: Point) =>
  band && (
    <p className="figures mt-1 text-quiet text-small">
      95% interval {percentRange({ low: band[0], high: band[1] })}, {pluralize(answers_n, "answer")}
    </p>
  )
