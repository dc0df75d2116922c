/** Row of headline metrics, each with its change and a small line of its days. */
import { fillDates } from "@/components/charts/fill-dates"
import { Sparkline } from "@/components/charts/sparkline"
import { Change } from "@/components/metrics/change"
import { cn } from "@/components/ui/class-names"
import { formatValue } from "@/domain/metrics/format-value"
import type { Days, WidgetData } from "./widget-data"

type Props = Pick<WidgetData, "columns" | "series"> & { title: string; values: WidgetData["totals"]; days: Days }

export function MetricRow({ title, columns, values, series, days }: Props) {
  // The title of a single metric, such as "Position" for the metric "Search position", is not repeated.
  const isTitle = (label: string) =>
    columns.length === 1 && title !== "" && label.toLowerCase().includes(title.toLowerCase())
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-5">
      {columns.map((column) => {
        const value = values[column.id]
        return (
          value && (
            <div key={column.id} className={cn("@container min-w-32 flex-1", columns.length > 1 && "max-w-56")}>
              <dt className={isTitle(column.label) ? "sr-only" : "text-quiet text-table"}>{column.label}</dt>
              {/* A tile that fills a row of a phone has its line at the right. */}
              <dd className="@xs:max-sm:flex items-end justify-between gap-x-8 print:block">
                <div className="shrink-0">
                  <span className="figures block text-figure">{formatValue(value.value, column)}</span>
                  <span className="text-table">
                    <Change value={value} column={column} />
                    {value.previous !== null && (
                      <span className="figures text-quiet"> from {formatValue(value.previous, column)}</span>
                    )}
                  </span>
                </div>
                <MetricLine points={series.find(({ metric }) => metric === column.id)?.points ?? []} days={days} />
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

/** The values by day. Left out for a single day, which is no line. */
function MetricLine({ points, days }: { points: WidgetData["series"][number]["points"]; days: Days }) {
  if (!days || points.length < 2) return null
  const filled: { date: string; value?: number | null }[] = fillDates(points, days, "day")
  return (
    <Sparkline values={filled.map(({ value = null }) => value)} className="mt-2 block h-7 w-full min-w-0 max-w-56" />
  )
}
