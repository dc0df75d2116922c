/** Table of all metrics of a client: value, comparison, change, values by day, and the platforms they come from. */
import type { Data } from "@/components/api/types"
import { Sparkline } from "@/components/charts/sparkline"
import { Link } from "@/components/link"
import { Change } from "@/components/metrics/change"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { formatValue } from "@/domain/metrics/format-value"

type Metrics = Data<"clients", "queryMetrics">
type Column = Metrics["columns"][number]

type Props = {
  columns: Column[]
  totals: Metrics["totals"]
  chosen: Column
  hrefOf: (column: Column) => string
  /** The values of each day of the period. A missing day is null. */
  daysOf: (column: Column) => (number | null)[]
  /** The names of the platforms of each metric, by its id. */
  platforms: Map<string, string[]>
}

export function ClientMetricTable({ columns, totals, chosen, hrefOf, daysOf, platforms }: Props) {
  return (
    <Table optionsName="metrics" label="Metrics" className="max-sm:[&_:is(td,th)]:px-1.5">
      <thead>
        <tr>
          <Th>Metric</Th>
          <Th className={numeric}>Value</Th>
          <Th className={`${numeric} max-sm:whitespace-normal`}>Comparison</Th>
          <Th className={numeric}>Change</Th>
          <Th className="max-md:hidden md:pl-8">By day</Th>
          <Th className="max-lg:hidden">Source</Th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => {
          const value = totals[column.id]
          if (!value) return null
          return (
            <Tr
              key={column.id}
              className="relative hover:bg-hover data-chosen:bg-accent-wash"
              data-chosen={column === chosen || undefined}
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

/** The maximum number of points of the sparkline in a row. */
const maxPoints = 100

/** Replaces groups of successive days by their mean, so that long periods have at most `maxPoints` values. */
function averagedDays(values: (number | null)[]): (number | null)[] {
  const groupSize = Math.ceil(values.length / maxPoints)
  if (groupSize <= 1) return values
  const groupCount = Math.ceil(values.length / groupSize)
  return Array.from({ length: groupCount }, (_, n) => mean(values.slice(n * groupSize, (n + 1) * groupSize)))
}

/** The mean of the known values. Null if none is known. */
function mean(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
