/** Collects, for each row, the numerators and denominators of its ratios cell by cell. The panel bootstrap resamples them. */
import { type Likeness, sortedKeys } from "./cell-layout"
import { columnOf } from "./class-sums"
import type { Sums } from "./counts"
import { type DrawnClass, drawnClasses } from "./drawn-classes"
import type { DrawnRow } from "./drawn-ratios"
import type { Question } from "./group-key"
import type { MetricsRow } from "./metrics-table"
import type { PooledCells, PooledGroup } from "./pooled-cells"

export type CellColumn =
  | "k"
  | "m"
  | "rank_sum"
  | "prominence_sum"
  | "citations"
  | "sentiment"
  | "labelled"
  | "all_k"
  | "all_citations"
  | "brand_likeness"
  | "brand_pairs"
  | "domain_likeness"
  | "domain_pairs"

/** Cells are sorted by prompt, engine and region only, so the seeded bootstrap always gives the same result. */
export async function cellColumns(
  question: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<DrawnRow<CellColumn>[]> {
  const { pooled, classes } = await drawnClasses(question, table, keys)
  const places = sortedKeys(pooled.numbering)
  return classes.flatMap(({ cells, ...ofClass }) => {
    const keyOf = ofClass.group.layout.keys
    const placeOf = (cell: number) => places[keyOf[cell] as number] as number
    const sorted = cells.toSorted((a, b) => placeOf(a) - placeOf(b))
    return rowsOf({ ...ofClass, cells: sorted })
  })
}

function rowsOf({ g, group, cells, brands }: DrawnClass): DrawnRow<CellColumn>[] {
  const known = new Map<Int32Array, OfAll>()
  return brands.map(([brand_id, brand]) => {
    const own = cells.filter((cell) => (brand.m[cell] as number) > 0)
    const ofAll = known.get(brand.m) ?? columnsOfAll(group, brand, own)
    known.set(brand.m, ofAll)
    const of = (column: keyof Sums) => valuesOf(columnOf(brand, column), own)
    const [positive, neutral, negative] = [of("positive"), of("neutral"), of("negative")]
    return {
      g,
      brand_id,
      k: of("k"),
      rank_sum: of("rank_sum"),
      prominence_sum: of("prominence_sum"),
      citations: of("citations"),
      sentiment: positive.map((n, i) => n - (negative[i] as number)),
      labelled: positive.map((n, i) => n + (neutral[i] as number) + (negative[i] as number)),
      ...ofAll,
    }
  })
}

type OfAll = ReturnType<typeof columnsOfAll>

/** Columns that are equal for all brands with the same cells. */
function columnsOfAll(
  { whole, brands, brandLikeness, domainLikeness }: PooledGroup,
  { m }: PooledCells,
  cells: Int32Array,
) {
  const all_k = new Float64Array(cells.length)
  for (const { k } of brands.values())
    for (const [i, cell] of cells.entries()) all_k[i] = (all_k[i] as number) + (k[cell] as number)
  const pairs = ({ counts }: Likeness) => Float64Array.from(cells, (cell) => Math.min(counts[cell] as number, 1))
  return {
    m: valuesOf(m, cells),
    all_k,
    all_citations: valuesOf(columnOf(whole, "citations"), cells),
    brand_likeness: Float64Array.from(cells, (cell) => meanOf(brandLikeness, cell)),
    brand_pairs: pairs(brandLikeness),
    domain_likeness: Float64Array.from(cells, (cell) => meanOf(domainLikeness, cell)),
    domain_pairs: pairs(domainLikeness),
  }
}

const valuesOf = (values: ArrayLike<number>, cells: Int32Array) =>
  Float64Array.from(cells, (cell) => values[cell] as number)

const meanOf = ({ sums, counts }: Likeness, cell: number) =>
  counts[cell] ? (sums[cell] as number) / (counts[cell] as number) : 0
