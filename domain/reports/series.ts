/** Builds the lines of a chart: rows by date become one line for each metric and combination of dimension values. */
import { labelsOf } from "@/domain/metrics/labels"
import type { Source } from "@/domain/metrics/query-context"
import type { MetricTable } from "@/domain/metrics/table"
import type { Series } from "./widget-data"

type Row = MetricTable["rows"][number]

/**
 * Returns the lines metric by metric, the largest line of each metric first. `comparison` holds the rows of the same
 * query in the comparison period.
 */
export function seriesOf(
  table: MetricTable,
  comparison: MetricTable | null,
  dimensions: string[],
  sources: readonly Source[],
): Series[] {
  const lines = Map.groupBy(table.rows, (row) => keyOf(row, dimensions))
  const compared = Map.groupBy(comparison?.rows ?? [], (row) => keyOf(row, dimensions))
  return table.columns.flatMap(({ id: metric }) =>
    [...lines]
      .map(([key, rows]) => ({
        metric,
        ...namesOf(Object.fromEntries(dimensions.map((d) => [d, rows[0]?.dims[d] ?? ""])), sources),
        points: pointsOf(rows, metric),
        comparison_points: pointsOf(compared.get(key) ?? [], metric),
      }))
      .sort((a, b) => sizeOf(b) - sizeOf(a)),
  )
}

const namesOf = (key: Record<string, string>, sources: readonly Source[]) => ({ key, labels: labelsOf(key, sources) })

const keyOf = ({ dims }: Row, dimensions: string[]) => JSON.stringify(dimensions.map((d) => dims[d]))

const pointsOf = (rows: Row[], metric: string): Series["points"] =>
  rows.map(({ dims, values, is_final }) => ({
    date: dims["date"] ?? dims["week"] ?? `${dims["month"]}-01`,
    value: values[metric]?.value ?? null,
    numerator: values[metric]?.numerator ?? null,
    denominator: values[metric]?.denominator ?? null,
    is_final,
  }))

/**
 * The size of a line, for sorting. For a ratio it is the sum of the denominators, because the line with the best rate
 * is not the largest one.
 */
const sizeOf = ({ points }: Series) => points.reduce((sum, p) => sum + (p.denominator ?? p.value ?? 0), 0)
