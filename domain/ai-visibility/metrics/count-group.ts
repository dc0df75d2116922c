/** Counts one group of pooled cells: per tracked brand, and for its answers as a whole. */
import type { Numbering } from "./cell-layout"
import { addUp, likenessByClass, type PromptRates, promptRates, shapeOf, sumsByClass } from "./class-sums"
import type { BrandCounts, GroupCounts, Sums } from "./counts"
import { gapsByPrompt } from "./gap-prompts"
import { wholeKey } from "./group-key"
import type { MetricsQuery } from "./metrics-query"
import { once } from "./once"
import type { PooledCells, PooledGroup } from "./pooled-cells"
import { type Classes, classesByCell } from "./pooled-groups"

/** `by_name` is the brand's position when all brands are sorted by name. */
export type TrackedBrand = BrandCounts["brand"] & { is_asked: boolean; by_name: number }

/** What the totals need of a group. */
export type CountedGroup = {
  group: PooledGroup
  /** Sums over all answers, by class. */
  whole: Sums[]
  mentions: number
  /** Class of each cell; -1 when the query does not cover it. */
  classOf: Int32Array
}

/** Unsorted rows of one class. `rows` computes them on demand, because a limit often leaves most classes out. */
export type CountedClass = { g: string; rowsN: number; rows: () => BrandCounts[] }

type Asked = { numbering: Numbering; classes: Classes; query: MetricsQuery }

export function countGroup(
  group: PooledGroup,
  brands: ReadonlyMap<string, TrackedBrand>,
  { numbering, classes: { keys, ofPrompt }, query }: Asked,
): { classes: CountedClass[]; ofGroup: CountedGroup } {
  const classesN = keys.length
  const classOf = classesByCell(group, { keys, ofPrompt })
  const whole = sumsByClass(group.whole, classOf, classesN)
  const ratesOf = promptRates(group.layout, numbering.promptIds.length)
  const named = [...group.brands].flatMap(([id, cells]): NamedBrand[] => {
    const brand = brands.get(id)
    return brand ? [{ brand, cells, byPrompt: ratesOf(cells) }] : []
  })
  const mentions = new Float64Array(classesN)
  for (const { cells } of named) addUp(cells.k, classOf, classesN, mentions)
  const asked = named.filter(({ brand }) => brand.is_asked)
  const cellsOf = asked.map(({ byPrompt }) => addUp(byPrompt.cells, ofPrompt, classesN))
  const wholes = once(() => wholesOf(group, whole, { named, ofAll: ratesOf(group.whole), classOf, ofPrompt }))
  const counted = once(() =>
    asked.map(({ brand: { is_asked, by_name, ...brand }, cells, byPrompt }) => ({
      brand,
      shape: shapeOf(byPrompt, ofPrompt, classesN),
      sums: sumsByClass(cells, classOf, classesN),
    })),
  )
  const rowsOf = (g: string, i: number) =>
    counted().flatMap(({ brand, shape, sums }): BrandCounts[] => {
      const n = shape.cells[i] as number
      if (n === 0) return []
      const visibility = (shape.rates[i] as number) / n
      const effective_n = n ** 2 / (shape.inverse[i] as number)
      const ofAll = { all_k: mentions[i] as number, whole: wholes()[i] as GroupCounts }
      return [
        { g, ...(sums[i] as Sums), brand, visibility, effective_n, covered_n: shape.covered[i] as number, ...ofAll },
      ]
    })
  const classes = keys.flatMap((key, i) => {
    const rowsN = cellsOf.filter((cells) => (cells[i] as number) > 0).length
    const g = wholeKey(query, group.g, key)
    return rowsN === 0 ? [] : [{ g, rowsN, rows: () => rowsOf(g, i) }]
  })
  return { classes, ofGroup: { group, whole, mentions: mentions.reduce((sum, k) => sum + k, 0), classOf } }
}

type NamedBrand = { brand: TrackedBrand; cells: PooledCells; byPrompt: PromptRates }
type OfGroup = { named: NamedBrand[]; ofAll: PromptRates; classOf: Int32Array; ofPrompt: Int32Array }

/** Returns the counts that are the same for every brand, by class. */
function wholesOf(group: PooledGroup, whole: readonly Sums[], { named, ofAll, classOf, ofPrompt }: OfGroup) {
  const shape = shapeOf(ofAll, ofPrompt, whole.length)
  const likeness = likenessByClass(group, classOf, whole.length)
  const gaps = gapsByPrompt(named, ofPrompt.length)
  const gapsN = addUp(gaps.gaps, ofPrompt, whole.length)
  const gapsOfN = addUp(gaps.of, ofPrompt, whole.length)
  return whole.map(
    (sums, i): GroupCounts => ({
      answers_n: sums.m,
      cells_n: shape.cells[i] as number,
      prompts_n: shape.prompts[i] as number,
      grounded_n: sums.cited,
      citations_n: sums.citations,
      ...(likeness[i] as (typeof likeness)[number]),
      gaps_n: gapsN[i] as number,
      gaps_of_n: gapsOfN[i] as number,
    }),
  )
}
