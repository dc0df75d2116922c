/** Line chart by day, week, month or scan, optionally with a comparison line behind. */
"use client"

import { formatDate } from "@/components/format-date"
import { formatShort, formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import { valueAxis } from "./axis"
import { asBreak, type Break, breaksAt, type ChartAnnotation, type DatedReason } from "./breaks"
import { unitLabel } from "./labels"
import { seriesColors, TimeChart } from "./time-chart"
import type { TimePoint } from "./time-point"

/** The values of a date by the id of the series. `comparedDate` is the date of the comparison's value. */
export type Point = Pick<TimePoint, "band"> & {
  date: string
  comparedDate?: string | undefined
  values?: Record<string, number | null>
}
export type Series = { id: string; name: string; isComparison?: boolean }

/**
 * `label` names the chart for screen readers. `title` and `unit` are shown above it. `title` is null when the page
 * shows the title itself, with the unit beside it.
 */
type Props = {
  label: string
  title?: string | null
  unit?: string
  points: Point[]
  /** The last day of the chart, if the last point is the first day of a week or month. */
  end?: string | undefined
  series: Series[]
  column: ValueFormat
  annotations?: ChartAnnotation[]
  /** The days from which values cannot be compared with earlier ones. Tracking changes are annotations. */
  breaks?: DatedReason[]
}

export function LineChart(props: Props) {
  const { label, title = label, unit, points, end, series, column, annotations = [], breaks = [] } = props
  const drawnPoints = points.map(({ date, comparedDate, values = {}, band = null }): TimePoint => {
    const comparedAt = comparedDate && Date.parse(comparedDate)
    return { at: Date.parse(date), values, band, ...(comparedAt ? { comparedAt } : {}) }
  })
  const lines = series.map((line, index) => ({
    ...line,
    color: line.isComparison ? "var(--color-quiet)" : (seriesColors[index % seriesColors.length] as string),
  }))
  const first = drawnPoints[0]?.at ?? 0
  const last = Math.max(drawnPoints.at(-1)?.at ?? 0, end ? Date.parse(end) : 0)
  // A break on the first day has no earlier values.
  const isWithin = ({ at, isNote }: Break) => at <= last && (isNote ? at >= first : at > first)
  return (
    <TimeChart
      label={label}
      title={title}
      points={drawnPoints}
      lines={lines}
      unit={unit ?? (title === null ? "" : unitLabel(column))}
      breaks={breaksAt([...annotations.map(asBreak), ...breaks]).filter(isWithin)}
      axis={valueAxis(
        drawnPoints.flatMap(({ values, band }) => [...Object.values(values), ...(band ?? [])]),
        column.unit,
      )}
      formatTick={(value) => formatShort(value, column)}
      formatValue={(value) => formatValue(value, column)}
      formatTime={(at) => formatDate(new Date(at), "UTC")}
    />
  )
}
