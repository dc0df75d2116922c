/** Line charts of a widget: one chart per metric. A chart with a single line also shows the comparison. */
import { bucketOf, fillDates, wholeBuckets } from "@/components/charts/fill-dates"
import { LineChart, type Point } from "@/components/charts/line-chart"
import { pluralize } from "@/domain/kernel/format-count"
import type { WidgetData, WidgetPlace } from "./widget-data"

/** The maximum number of lines per chart. More cannot be distinguished. */
const maxLines = 5

type Props = Pick<WidgetPlace, "days" | "comparison"> & { widget: WidgetData }

export function TimeSeries({ widget, days, comparison }: Props) {
  return (
    <div className="grid gap-8">
      {widget.columns.map((column) => {
        const lines = widget.series.filter(({ metric }) => metric === column.id)
        const bucket = bucketOfLines(lines)
        const { leftOut, ...drawn } = chartDataOf(lines.slice(0, maxLines), column.label, { days, comparison, bucket })
        return (
          <div key={column.id}>
            <LineChart
              label={`${widget.title}: ${column.label}`}
              title={titleOf(widget, column.label, bucket)}
              column={column}
              annotations={widget.annotations.filter(({ metrics }) => metrics.includes(column.id))}
              {...drawn}
            />
            {leftOut > 0 && (
              <p className="mt-1 text-quiet text-table">
                {pluralize(leftOut, `${bucket} is`, `${bucket}s are`)} only partly in the period, and not drawn.
              </p>
            )}
            {lines.length > maxLines && (
              <p className="mt-1 text-quiet text-table">
                The {maxLines} largest of {lines.length} lines are shown.
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

type Line = WidgetData["series"][number]
type Periods = Pick<Props, "days" | "comparison"> & { bucket: ReturnType<typeof bucketOf> }

/** `leftOut` is the number of weeks or months that are only partly in the period. */
function chartDataOf(lines: Line[], label: string, { days, comparison, bucket }: Periods) {
  const [only] = lines
  const ids = lines.map((_, n) => `line-${n}`)
  const series = lines.map(({ labels }, n) => ({ id: `line-${n}`, name: Object.values(labels).join(", ") || label }))
  const byDate = new Map<string, Point & { values: Record<string, number | null> }>()
  lines.forEach(({ points }, n) => {
    for (const { date, value } of points) {
      const point = byDate.get(date) ?? { date, values: Object.fromEntries(ids.map((id) => [id, null])) }
      point.values[`line-${n}`] = value
      byDate.set(date, point)
    }
  })
  const sorted = [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date))
  const all: Point[] = days ? fillDates(sorted, days, bucket) : sorted
  const points = days ? wholeBuckets(all, days, bucket) : all
  const leftOut = all.length - points.length
  const isCompared = lines.length === 1 && comparison && (only?.comparison_points.length ?? 0) > 0
  if (!isCompared) return { points, series, leftOut }
  type ComparedPoint = { date: string } & Partial<Line["points"][number]>
  const allBefore: ComparedPoint[] = fillDates(only?.comparison_points ?? [], comparison, bucket)
  const before = wholeBuckets(allBefore, comparison, bucket)
  return {
    leftOut,
    points: points.map(({ date, values }, i) => ({
      date,
      comparedDate: before[i]?.date,
      values: { ...values, comparison: before[i]?.value ?? null },
    })),
    series: [...series, { id: "comparison", name: "Comparison", isComparison: true }],
  }
}

const bucketOfLines = (lines: Line[]) => bucketOf(lines.flatMap(({ points }) => points.map(({ date }) => date)))

/** Null when the widget's own title says the same. */
function titleOf({ title, columns }: WidgetData, label: string, bucket: string) {
  const chartTitle = `${label} by ${bucket}`
  return columns.length === 1 && title.toLowerCase().startsWith(chartTitle.toLowerCase()) ? null : chartTitle
}
