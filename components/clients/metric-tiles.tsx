/**
 * The key metrics of a client as tiles: value, change, previous value and a small line. A tile chooses the metric of the
 * chart below.
 */
import type { ClientMetrics, MetricColumn } from "@/components/api/types"
import { Sparkline } from "@/components/charts/sparkline"
import { Link } from "@/components/link"
import { Change } from "@/components/metrics/change"
import { formatValue } from "@/domain/metrics/format-value"

type Props = {
  columns: MetricColumn[]
  totals: ClientMetrics["totals"]
  /** The values of each day of the period. A missing day is null. */
  daysOf: (column: MetricColumn) => (number | null)[]
  chosen: MetricColumn
  hrefOf: (column: MetricColumn) => string
}

/** Two, three or all tiles per row. The tiles of the last row grow to fill it. */
const tileClass = "min-w-0 flex-[1_1_calc(50%-6px)] sm:flex-[1_1_30%] xl:flex-[1_1_0%]"

/** The lines of a row start at the same height. On phones, a tile that fills a row has its line beside the value. */
const linkClass =
  "flex flex-col justify-between max-sm:group-odd/tile:group-last/tile:grid max-sm:group-odd/tile:group-last/tile:grid-cols-2 max-sm:group-odd/tile:group-last/tile:items-end max-sm:group-odd/tile:group-last/tile:gap-x-6"

export function MetricTiles({ columns, totals, daysOf, chosen, hrefOf }: Props) {
  return (
    <ul className="flex flex-wrap gap-3">
      {columns.map((column) => {
        const value = totals[column.id]
        if (!value) return null
        return (
          <li key={column.id} className={`group/tile ${tileClass}`}>
            <Link
              href={hrefOf(column)}
              scroll={false}
              aria-current={column.id === chosen.id || undefined}
              className={`h-full rounded-box border border-line bg-surface px-3.5 pt-3 pb-2 hover:border-edge aria-[current=true]:border-accent aria-[current=true]:bg-accent-wash ${linkClass}`}
            >
              <span className="block min-w-0">
                <span className="block truncate text-quiet text-small">{column.label}</span>
                <span className="figures mt-0.5 block truncate text-title">{formatValue(value.value, column)}</span>
                <span className="block text-small">
                  <Change value={value} column={column} />
                  {value.previous !== null && (
                    <>
                      {" "}
                      <span className="figures whitespace-nowrap text-quiet">
                        from {formatValue(value.previous, column)}
                      </span>
                    </>
                  )}
                </span>
              </span>
              <Sparkline values={daysOf(column)} className="mt-2 h-7 w-full" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
