/** Bootstraps ratios of sums by resampling units (cells or topics). Rows of one group share the resamples. */
import { bootstrapRatios } from "../statistics/bootstrap"
import type { Interval } from "../statistics/wilson"

/** One row: each column holds one number per unit. */
export type DrawnRow<Column extends string> = { g: string; brand_id: string } & Record<Column, Float64Array>
export type Ratios<Name extends string, Column extends string> = Record<Name, readonly [top: Column, bottom: Column]>

/**
 * Returns the interval of each ratio, in a map with keys `${group} ${brand}`. An interval is null when the resamples had no
 * denominator or all gave the same value.
 */
export function drawnRatios<Name extends string, Column extends string>(
  rows: readonly DrawnRow<Column>[],
  ratios: Ratios<Name, Column>,
  { seed, replicates }: { seed: string; replicates: number },
): Map<string, Record<Name, Interval | null>> {
  const names = Object.keys(ratios) as Name[]
  const [first] = Object.values(ratios).flat() as Column[]
  const unitsIn = (row: DrawnRow<Column>) => row[first as Column].length
  const together = Map.groupBy(rows, (row) => `${row.g} ${unitsIn(row)}`).values()
  return new Map(
    [...together].flatMap((some) => {
      const columns = some.flatMap((row) =>
        names.map((name) => ({
          numerators: row[ratios[name][0]],
          denominators: row[ratios[name][1]],
        })),
      )
      const [{ g }, units] = [some[0] as DrawnRow<Column>, unitsIn(some[0] as DrawnRow<Column>)]
      const found = bootstrapRatios(columns, units, `${seed} ${g}`, replicates)
      return some.map((row, i) => {
        const ofRow = names.map((name, j) => [name, telling(found[i * names.length + j] ?? null)])
        return [`${row.g} ${row.brand_id}`, Object.fromEntries(ofRow) as Record<Name, Interval | null>] as const
      })
    }),
  )
}

/** Drops an interval of zero width: it would claim certainty, but only means that the resamples could not differ. */
const telling = (interval: Interval | null) => (interval && interval.low < interval.high ? interval : null)
