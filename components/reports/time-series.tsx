/** Line charts of a widget: one chart per metric. A chart with a single line also shows the comparison. */
import { bucketOf, fillDates } from "@/components/charts/fill-dates"
import { LineChart, type Point } from "@/components/charts/line-chart"
import type { WidgetData, WidgetPlace } from "./widget-data"

/** The maximum number of lines per chart. More cannot be distinguished. */
const maxLines = 5

type Props = Pick<WidgetPlace, "days" | "comparison"> & { widget: WidgetData }

export function TimeSeries({ widget, days, comparison }: Props) {
  return (
    <div className="grid gap-8">
      {widget.columns.map((column) => {
        const lines = widget.series.filter(({ metric }) => metric === column.id)
        return (
          <div key={column.id}>
            <LineChart
              label={`${widget.title}: ${column.label}`}
              title={titleOf(widget, column.label, bucketOfLines(lines))}
              column={column}
              annotations={widget.annotations.filter(({ metrics }) => metrics.includes(column.id))}
              {...draw(lines.slice(0, maxLines), column.label, { days, comparison })}
            />
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
type Periods = Pick<Props, "days" | "comparison">

function draw(lines: Line[], label: string, { days, comparison }: Periods) {
  const [only] = lines
  const bucket = bucketOfLines(lines)
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
  const points: Point[] = days ? fillDates(sorted, days, bucket) : sorted
  const isCompared = lines.length === 1 && comparison && (only?.comparison_points.length ?? 0) > 0
  if (!isCompared) return { points, series }
  const before: Partial<Line["points"][number]>[] = fillDates(only?.comparison_points ?? [], comparison, bucket)
  return {
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
