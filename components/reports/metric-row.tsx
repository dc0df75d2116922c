/** Row of headline metrics, each with its change. */
import { Change } from "@/components/metrics/change"
import { formatValue } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

type Props = Pick<WidgetData, "columns"> & { title: string; values: WidgetData["totals"] }

export function MetricRow({ title, columns, values }: Props) {
  // The title of a single metric, such as "Position" for the metric "Search position", is not repeated.
  const isTitle = (label: string) =>
    columns.length === 1 && title !== "" && label.toLowerCase().includes(title.toLowerCase())
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-5">
      {columns.map((column) => {
        const value = values[column.id]
        return (
          value && (
            <div key={column.id}>
              <dt className={isTitle(column.label) ? "sr-only" : "text-quiet text-table"}>{column.label}</dt>
              <dd>
                <span className="figures block text-figure">{formatValue(value.value, column)}</span>
                <span className="text-table">
                  <Change value={value} column={column} />
                  {value.previous !== null && (
                    <span className="figures text-quiet"> from {formatValue(value.previous, column)}</span>
                  )}
                </span>
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
