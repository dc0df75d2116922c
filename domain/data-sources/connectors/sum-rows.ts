/** Sums rows to coarser breakdowns, and limits breakdowns with many values to the largest ones. */
import type { SourceRow } from "./connector"

/** The dimension value of the row in which `keepLargestRows` sums all values beyond its limit. */
export const otherValue = "__other__"

/**
 * Sums rows of the same day to the breakdown by `dimensions`. A sum is null only if every value is null. Ignores
 * `grain`, so it must not get counts of distinct people.
 */
export function sumBy(rows: SourceRow[], dimensions: readonly string[]): SourceRow[] {
  const sums = new Map<string, SourceRow>()
  for (const { date, dims, values, quality } of rows) {
    const storedDims = Object.fromEntries(dimensions.map((name) => [name, dims[name] ?? ""]))
    const key = JSON.stringify([date, storedDims])
    const sum = sums.get(key) ?? { date, dims: storedDims, values: {}, quality: 0 }
    for (const [metric, value] of Object.entries(values)) sum.values[metric] = plus(sum.values[metric] ?? null, value)
    sum.quality |= quality
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** Null only if both are null. */
function plus(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return a + b
}

/**
 * Sums additive rows to the breakdowns that are stored: the daily total, each dimension alone, and all dimensions
 * together.
 */
export function sumBreakdowns(rows: SourceRow[], dimensions: readonly string[]): SourceRow[] {
  const allTogether = dimensions.length > 1 ? [dimensions] : []
  return [[], ...dimensions.map((name) => [name]), ...allTogether].flatMap((breakdown) => sumBy(rows, breakdown))
}

/** Returns the `limit` rows of each day with the largest `metric`, and one row with the sum of the others. */
export function keepLargestRows(rows: SourceRow[], metric: string, limit: number): SourceRow[] {
  const days = Map.groupBy(rows, ({ date }) => date)
  return [...days.values()].flatMap((rowsOfDay) => {
    if (rowsOfDay.length <= limit) return rowsOfDay
    const sorted = rowsOfDay.toSorted((a, b) => (b.values[metric] ?? 0) - (a.values[metric] ?? 0))
    const names = Object.keys(sorted[0]?.dims ?? {})
    const others = sorted.slice(limit).map((row) => ({
      ...row,
      dims: Object.fromEntries(names.map((name) => [name, otherValue])),
    }))
    return [...sorted.slice(0, limit), ...sumBy(others, names)]
  })
}
