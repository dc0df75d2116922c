/** Ratios of sums over units that are drawn again and again: cells or topics. Rows of one group share the draws. */
import { bootstrapRatios } from "../statistics/bootstrap"
import type { Interval } from "../statistics/wilson"

/** Of one row: for each unit one number a column. */
export type DrawnRow<Column extends string> = { g: string; brand_id: string } & Record<Column, Float64Array>
export type Ratios<Name extends string, Column extends string> = Record<Name, readonly [top: Column, bottom: Column]>

/** By `${g} ${brand}`: the interval of each ratio, null where the draws say nothing: no denominator, or always the same. */
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

/** Draws that all give the same say nothing of chance: an interval of no width would claim certainty. */
const telling = (interval: Interval | null) => (interval && interval.low < interval.high ? interval : null)
