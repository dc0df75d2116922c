/** Sums the cells of a group by class of prompts (one class per row group), and by prompt. */
import type { Layout, Likeness } from "./cell-layout"
import { columns, type Sums } from "./counts"
import type { PooledCells, PooledGroup } from "./pooled-cells"

/** `classOf` holds the class of each cell; -1 leaves the cell out. */
export function sumsByClass({ sums, ...cells }: PooledCells, classOf: Int32Array, classesN: number): Sums[] {
  if (sums) return classesN === 0 ? [] : [sums]
  const added = columns.map((column) => [column, addUp(columnOf(cells, column), classOf, classesN)] as const)
  return Array.from(
    { length: classesN },
    (_, i) => Object.fromEntries(added.map(([column, values]) => [column, values[i]])) as Sums,
  )
}

export const columnOf = (
  { m, k, details }: Pick<PooledCells, "m" | "k" | "details">,
  column: keyof Sums,
): ArrayLike<number> => {
  if (column === "m") return m
  if (column === "k") return k
  if (!details) throw new Error(`cells were read without their ${column}`)
  return details[column]
}

/** Adds the `values` of each class to `sums` and returns it. */
export function addUp(
  values: ArrayLike<number>,
  classOf: Int32Array,
  classesN: number,
  sums = new Float64Array(classesN),
): Float64Array {
  for (let i = 0; i < classOf.length; i++) {
    const one = classOf[i] as number
    if (one >= 0) sums[one] = (sums[one] as number) + (values[i] as number)
  }
  return sums
}

/** By prompt number: cells, the sum of 1 / answers over the cells, and the sum of mention rates over the cells. */
export type PromptRates = PromptCells & { rates: Float64Array }
type PromptCells = { cells: Float64Array; inverse: Float64Array }

/** Returns a function for the brands of one group. Most brands have the same cells, so the counts of cells are computed once and reused. */
export function promptRates({ promptOf }: Layout, promptsN: number): (cells: PooledCells) => PromptRates {
  const known = new Map<Int32Array, PromptCells>()
  return ({ m, k }) => {
    const counted = known.get(m) ?? promptCells(m, promptOf, promptsN)
    known.set(m, counted)
    const rates = new Float64Array(promptsN)
    for (let cell = 0; cell < k.length; cell++) {
      if (k[cell] === 0) continue
      const prompt = promptOf[cell] as number
      rates[prompt] = (rates[prompt] as number) + (k[cell] as number) / (m[cell] as number)
    }
    return { ...counted, rates }
  }
}

function promptCells(m: Int32Array, promptOf: Int32Array, promptsN: number): PromptCells {
  const [cells, inverse] = [new Float64Array(promptsN), new Float64Array(promptsN)]
  for (let cell = 0; cell < m.length; cell++) {
    if (m[cell] === 0) continue
    const prompt = promptOf[cell] as number
    cells[prompt] = (cells[prompt] as number) + 1
    inverse[prompt] = (inverse[prompt] as number) + 1 / (m[cell] as number)
  }
  return { cells, inverse }
}

/** By class: the summed rates and cells, the number of prompts, and the number of prompts that mention the brand. */
export function shapeOf({ cells, inverse, rates }: PromptRates, ofPrompt: Int32Array, classesN: number) {
  const sum = (values: ArrayLike<number>) => addUp(values, ofPrompt, classesN)
  return {
    cells: sum(cells),
    inverse: sum(inverse),
    rates: sum(rates),
    prompts: sum(cells.map((n) => Number(n > 0))),
    covered: sum(rates.map((rate) => Number(rate > 0))),
  }
}

/** By class: the sum over cells of their mean run similarity over scans, and the number of cells that have one. */
export function likenessByClass(
  { brandLikeness, domainLikeness }: Pick<PooledGroup, "brandLikeness" | "domainLikeness">,
  classOf: Int32Array,
  classesN: number,
) {
  const sum = ({ sums, counts }: Likeness) =>
    addUp(
      sums.map((value, cell) => value / Math.max(counts[cell] as number, 1)),
      classOf,
      classesN,
    )
  const count = ({ counts }: Likeness) =>
    addUp(
      counts.map((n) => Math.min(n, 1)),
      classOf,
      classesN,
    )
  const [brands, brandsN] = [sum(brandLikeness), count(brandLikeness)]
  const [domains, domainsN] = [sum(domainLikeness), count(domainLikeness)]
  return Array.from({ length: classesN }, (_, i) => ({
    brand_likeness: brands[i] as number,
    brand_likeness_n: brandsN[i] as number,
    domain_likeness: domains[i] as number,
    domain_likeness_n: domainsN[i] as number,
  }))
}
