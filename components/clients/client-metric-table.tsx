/** Table of all metrics of a client: value, comparison, change, values by day, and the platforms they come from. */
import type { ClientMetrics, MetricColumn } from "@/components/api/types"
import { Sparkline } from "@/components/charts/sparkline"
import { Link } from "@/components/link"
import { sortRows } from "@/components/lists/sort-rows"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Change } from "@/components/metrics/change"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { formatValue } from "@/domain/metrics/format-value"
import { FirstRows } from "./first-rows"

type Props = {
  columns: MetricColumn[]
  totals: ClientMetrics["totals"]
  chosen: MetricColumn
  hrefOf: (column: MetricColumn) => string
  /** The values of each day of the period. A missing day is null. */
  daysOf: (column: MetricColumn) => (number | null)[]
  /** The names of the platforms of each metric, by its id. */
  platforms: Map<string, string[]>
  /** Without an order, the metrics are in the order of `columns`. */
  sorting: Sorting
}

/** The number of rows that the table shows first. The row of the chosen metric is always shown. */
const initialRows = 8

export function ClientMetricTable(props: Props) {
  const columns = sortMetrics(props)
  const extraColumns = columns.slice(initialRows).filter((column) => column !== props.chosen)
  return (
    <FirstRows showAll={`Show all ${columns.length} metrics`} hasMore={extraColumns.length > 0}>
      <MetricRows {...props} columns={columns} extraColumns={extraColumns} />
    </FirstRows>
  )
}

/** The columns with values, in the chosen order. Changes are sorted by their relative size, because units differ. */
function sortMetrics({ columns, totals, platforms, sorting }: Props): MetricColumn[] {
  return sortRows(
    columns.filter(({ id }) => totals[id]),
    sorting.sort,
    {
      label: ({ label }) => label,
      value: ({ id }) => totals[id]?.value ?? null,
      previous: ({ id }) => totals[id]?.previous ?? null,
      change: ({ id }) => totals[id]?.delta_rel ?? null,
      platform: ({ id }) => platforms.get(id)?.join(", ") || null,
    },
  )
}

function MetricRows(props: Props & { extraColumns: MetricColumn[] }) {
  const { columns, extraColumns, totals, chosen, hrefOf, daysOf, platforms, sorting } = props
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  const lastShown = columns.findLast((column) => !extraColumns.includes(column))
  return (
    <Table optionsName="metrics" label="Metrics" className="max-sm:[&_:is(td,th)]:px-1.5">
      <thead>
        <tr>
          <SortTh column="label" sorting={sorting} className={narrowOnPhones}>
            Metric
          </SortTh>
          <SortTh column="value" {...numericColumn} className={narrowOnPhones}>
            Value
          </SortTh>
          <SortTh column="previous" {...numericColumn} className={narrowOnPhones}>
            Comparison
          </SortTh>
          <SortTh column="change" {...numericColumn} className={narrowOnPhones}>
            Change
          </SortTh>
          <Th className="max-md:hidden md:pl-8">By day</Th>
          <SortTh column="platform" sorting={sorting} className="max-lg:hidden">
            Source
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => {
          const value = totals[column.id]
          if (!value) return null
          const isExtra = extraColumns.includes(column)
          return (
            <Tr
              key={column.id}
              className={cn(
                "relative hover:bg-hover data-chosen:bg-accent-wash",
                isExtra && "in-data-short:not-print:hidden",
                column === lastShown && "in-data-short:not-print:border-b-0",
              )}
              data-chosen={column === chosen || undefined}
              data-extra={isExtra || undefined}
            >
              <Td>
                <Link href={hrefOf(column)} scroll={false} className="after:absolute after:inset-0">
                  {column.label}
                </Link>
              </Td>
              <Td className={`${numeric} font-strong text-body`}>{formatValue(value.value, column)}</Td>
              <Td className={`${numeric} text-quiet`}>{formatValue(value.previous, column)}</Td>
              <Td className={numeric}>
                <Change value={value} column={column} />
              </Td>
              <Td className="w-40 max-md:hidden md:pl-8">
                <Sparkline values={averagedDays(daysOf(column))} className="h-5 w-28" />
              </Td>
              <Td className="text-quiet max-lg:hidden">{platforms.get(column.id)?.join(", ") || "–"}</Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

/** Phones have little space for the links of the header. */
const narrowOnPhones = "max-sm:[&>a]:gap-0 max-sm:[&>a]:px-0 max-sm:[&_span:empty]:hidden"

/** The maximum number of points of the sparkline in a row. */
const maxPoints = 100

/** Replaces groups of successive days by their mean, so that long periods have at most `maxPoints` values. */
function averagedDays(values: (number | null)[]): (number | null)[] {
  const groupSize = Math.ceil(values.length / maxPoints)
  if (groupSize <= 1) return values
  const groupCount = Math.ceil(values.length / groupSize)
  return Array.from({ length: groupCount }, (_, i) => mean(values.slice(i * groupSize, (i + 1) * groupSize)))
}

/** The mean of the known values. Null if none is known. */
function mean(values: (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null)
  return knownValues.length === 0 ? null : knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length
}
