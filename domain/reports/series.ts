/** Converts rows by date to the lines of a chart: one line for each metric and combination of dimension values. */
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
  const rowsByLine = Map.groupBy(table.rows, (row) => lineOf(row, dimensions))
  const comparisonRowsByLine = Map.groupBy(comparison?.rows ?? [], (row) => lineOf(row, dimensions))
  return table.columns.flatMap(({ id: metric }) =>
    [...rowsByLine]
      .map(([line, rows]) => ({
        metric,
        ...keyAndLabels(Object.fromEntries(dimensions.map((d) => [d, rows[0]?.dims[d] ?? ""])), sources),
        points: pointsOf(rows, metric),
        comparison_points: pointsOf(comparisonRowsByLine.get(line) ?? [], metric),
      }))
      .sort((a, b) => sizeOf(b) - sizeOf(a)),
  )
}

const keyAndLabels = (key: Record<string, string>, sources: readonly Source[]) => ({
  key,
  labels: labelsOf(key, sources),
})

/** The dimension values of the row, as text. */
const lineOf = ({ dims }: Row, dimensions: string[]) => JSON.stringify(dimensions.map((d) => dims[d]))

/** The rows have exactly one of the dimensions date, week and month. A month is YYYY-MM. */
const pointsOf = (rows: Row[], metric: string): Series["points"] =>
  rows.map(({ dims, values, is_final }) => ({
    date: dims["date"] ?? dims["week"] ?? `${dims["month"]}-01`,
    value: values[metric]?.value ?? null,
    numerator: values[metric]?.numerator ?? null,
    denominator: values[metric]?.denominator ?? null,
    is_final,
  }))

/**
 * The size of a line, for sorting: the sum of its values. For a ratio it is the sum of the denominators, because the
 * line with the best rate is not the largest one.
 */
const sizeOf = ({ points }: Series) => points.reduce((sum, p) => sum + (p.denominator ?? p.value ?? 0), 0)
