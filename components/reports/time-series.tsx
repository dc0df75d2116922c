/** Line charts of a widget: one chart per metric. A chart with a single line also shows the comparison. */
import { type Bucket, fillDates, wholeBuckets } from "@/components/charts/fill-dates"
import { LineChart, type Point, type Series } from "@/components/charts/line-chart"
import { pluralize } from "@/domain/kernel/format-count"
import { chartTitle } from "./chart-title"
import type { Days, WidgetData } from "./widget-data"

/** The maximum number of lines per chart. Readers cannot tell more lines apart. */
const maxLines = 5

/** `widgetsAbove`: the widgets of the report before this one. */
type Props = { widget: WidgetData; days: Days; comparison: Days; widgetsAbove?: readonly WidgetData[] | undefined }
type Column = WidgetData["columns"][number]
/** The values of one metric, for one combination of dimension values. */
type MetricSeries = WidgetData["series"][number]

export function TimeSeries({ widget, days, comparison, widgetsAbove = [] }: Props) {
  const above = widgetsAbove.flatMap((other) => other.columns.flatMap((column) => annotationKeys(other, column)))
  return (
    <div className="grid gap-8">
      {widget.columns.map((column, index) => {
        const earlier = widget.columns.slice(0, index).flatMap((other) => annotationKeys(widget, other))
        const listed = new Set([...above, ...earlier])
        return <MetricChart key={column.id} {...{ widget, column, days, comparison, listed }} />
      })}
    </div>
  )
}

/** The interval is null only for charts that could not be loaded. */
const bucketOf = ({ granularity }: WidgetData): Bucket => granularity ?? "day"

const annotationsOf = ({ annotations }: WidgetData, { id }: Column) =>
  annotations.filter(({ metrics }) => metrics.includes(id))

/** Contains the interval, because charts with different intervals do not show the same annotations. */
const annotationKeyOf = (bucket: Bucket, { date, text }: { date: string; text: string }) => `${bucket} ${date} ${text}`

/** Identifies the annotations that the chart of a metric lists. None for other kinds of widgets. */
function annotationKeys(widget: WidgetData, column: Column): string[] {
  if (widget.kind !== "time_series" || widget.status === "error" || widget.status === "empty") return []
  const bucket = bucketOf(widget)
  return annotationsOf(widget, column).map((annotation) => annotationKeyOf(bucket, annotation))
}

type ChartProps = Omit<Props, "widgetsAbove"> & {
  column: Column
  /** The annotations that charts above list. */
  listed: ReadonlySet<string>
}

function MetricChart({ widget, column, days, comparison, listed }: ChartProps) {
  const allSeries = widget.series.filter(({ metric }) => metric === column.id)
  const shownSeries = allSeries.slice(0, maxLines)
  const bucket = bucketOf(widget)
  const { points, partialBuckets } = withoutPartialBuckets(pointsByDate(shownSeries), days, bucket)
  const chart = withComparison(points, shownSeries, column.label, comparison, bucket)
  return (
    <div>
      <LineChart
        label={`${widget.title}: ${column.label}`}
        title={chartTitle(widget, column)}
        column={column}
        annotations={annotationsOf(widget, column).map((annotation) => ({
          ...annotation,
          isListedAbove: listed.has(annotationKeyOf(bucket, annotation)),
        }))}
        points={chart.points}
        end={days?.to}
        series={chart.lines}
      />
      {partialBuckets > 0 && (
        <p className="mt-1 text-quiet text-table">
          {pluralize(partialBuckets, `${bucket} is`, `${bucket}s are`)} only partly in the period, and not drawn.
        </p>
      )}
      {allSeries.length > maxLines && (
        <p className="mt-1 text-quiet text-table">
          The {maxLines} largest of {allSeries.length} lines are shown.
        </p>
      )}
    </div>
  )
}

const lineId = (index: number) => `line-${index}`

/** One point per date, with the values of all series. A series without a value on that date has null. */
function pointsByDate(series: MetricSeries[]): Point[] {
  const noValues = Object.fromEntries(series.map((_, index) => [lineId(index), null]))
  const valuesByDate = new Map<string, Record<string, number | null>>()
  series.forEach(({ points }, index) => {
    for (const { date, value } of points)
      valuesByDate.set(date, { ...(valuesByDate.get(date) ?? noValues), [lineId(index)]: value })
  })
  return [...valuesByDate].map(([date, values]) => ({ date, values })).sort((a, b) => a.date.localeCompare(b.date))
}

/**
 * Adds the missing dates of the period, and leaves out weeks and months that are only partly in it. `partialBuckets` is
 * the number of points that are left out.
 */
function withoutPartialBuckets<DatedPoint extends { date: string }>(points: DatedPoint[], days: Days, bucket: Bucket) {
  if (!days) return { points, partialBuckets: 0 }
  const filled: (DatedPoint | { date: string })[] = fillDates(points, days, bucket)
  const whole = wholeBuckets(filled, days, bucket)
  return { points: whole, partialBuckets: filled.length - whole.length }
}

/**
 * Names the lines. A single line gets the comparison as a second line: its n-th point beside the n-th of the period.
 */
function withComparison(points: Point[], series: MetricSeries[], label: string, comparison: Days, bucket: Bucket) {
  const lines: Series[] = series.map(({ labels }, index) => ({
    id: lineId(index),
    name: Object.values(labels).join(", ") || label,
  }))
  const [only, ...others] = series
  if (!only || others.length > 0 || !comparison || only.comparison_points.length === 0) return { points, lines }
  const compared: { date: string; value?: number | null }[] = withoutPartialBuckets(
    only.comparison_points,
    comparison,
    bucket,
  ).points
  return {
    points: points.map(({ date, values }, index) => ({
      date,
      comparedDate: compared[index]?.date,
      values: { ...values, comparison: compared[index]?.value ?? null },
    })),
    lines: [...lines, { id: "comparison", name: "Comparison", isComparison: true }],
  }
}
