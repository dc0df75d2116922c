/** Row of headline metrics, each with its change. */
import { Change } from "@/components/metrics/change"
import { formatValue } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

type Props = Pick<WidgetData, "columns"> & { title: string; values: WidgetData["totals"] }

/** True if the title of a single metric says the same, such as "Position" for Search position. */
const isInTitle = (label: string, title: string, { length }: Props["columns"]) =>
  length === 1 && title !== "" && label.toLowerCase().includes(title.toLowerCase())

export function MetricRow({ title, columns, values }: Props) {
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-5">
      {columns.map((column) => {
        const value = values[column.id]
        return (
          value && (
            <div key={column.id}>
              <dt className={isInTitle(column.label, title, columns) ? "sr-only" : "text-quiet text-table"}>
                {column.label}
              </dt>
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
