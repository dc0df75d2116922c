/** Line charts of a widget: one chart per metric. A chart with a single line also shows the comparison. */
import { fillDays } from "@/components/charts/fill-days"
import { LineChart, type Point } from "@/components/charts/line-chart"
import type { Days, WidgetData } from "./widget-data"

/** The maximum number of lines per chart. More cannot be distinguished. */
const maxLines = 5

export function TimeSeries({ widget, days }: { widget: WidgetData; days: Days }) {
  return (
    <div className="grid gap-6">
      {widget.columns.map((column) => {
        const lines = widget.series.filter(({ metric }) => metric === column.id).slice(0, maxLines)
        const { points, series } = draw(lines, column.label)
        const isDaily = days && points.length > 1 && isNextDay(points[0], points[1])
        return (
          <LineChart
            key={column.id}
            label={`${widget.title}: ${column.label}`}
            column={column}
            series={series}
            points={isDaily ? fillDays(points, days) : points}
          />
        )
      })}
    </div>
  )
}

type Line = WidgetData["series"][number]

function draw(lines: Line[], label: string) {
  const [only] = lines
  const hasComparison = lines.length === 1 && (only?.comparison_points.length ?? 0) > 0
  const series = lines.map(({ key }, n) => ({ id: `line-${n}`, name: Object.values(key).join(", ") || label }))
  const byDate = new Map<string, Point>()
  lines.forEach(({ points, comparison_points }, n) => {
    points.forEach(({ date, value }, at) => {
      const point: Point = byDate.get(date) ?? { date }
      point[`line-${n}`] = value
      if (hasComparison) point.previous = comparison_points[at]?.value ?? null
      byDate.set(date, point)
    })
  })
  const points = [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date))
  return {
    points,
    series: hasComparison ? [...series, { id: "previous", name: "previous period", isQuiet: true }] : series,
  }
}

const isNextDay = (first: Point | undefined, second: Point | undefined) =>
  Date.parse(second?.date ?? "") - Date.parse(first?.date ?? "") === 86_400_000
