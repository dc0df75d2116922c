/** Counts one group of pooled cells: each tracked brand, and what is about the answers whatever the brand. */
import type { Numbering } from "./cell-layout"
import { addUp, likenessByClass, promptRates, shapeOf, sumsByClass } from "./class-sums"
import type { BrandCounts, GroupCounts, Sums } from "./counts"
import { gapsByPrompt } from "./gap-prompts"
import { wholeKey } from "./group-key"
import type { MetricsQuery } from "./metrics-query"
import type { PooledGroup } from "./pooled-cells"
import { type Classes, classesByCell } from "./pooled-groups"

/** `by_name`: its place when all are sorted by name. */
export type TrackedBrand = BrandCounts["brand"] & { is_asked: boolean; by_name: number }

/** A group's answers, for the totals. */
export type CountedGroup = {
  group: PooledGroup
  /** By class. */
  whole: Sums[]
  mentions: number
  /** By cell. */
  classOf: Int32Array
}

export function countGroup(
  group: PooledGroup,
  brands: ReadonlyMap<string, TrackedBrand>,
  { numbering, classes, query }: { numbering: Numbering; classes: Classes; query: MetricsQuery },
): { counts: BrandCounts[]; ofGroup: CountedGroup } {
  const [classesN, promptsN] = [classes.keys.length, numbering.promptIds.length]
  const classOf = classesByCell(group, classes)
  const whole = sumsByClass(group.whole, classOf, classesN)
  const ratesOf = promptRates(group.layout, promptsN)
  const ofAll = shapeOf(ratesOf(group.whole), classes.ofPrompt, classesN)
  const named = [...group.brands].flatMap(([id, cells]) => {
    const brand = brands.get(id)
    if (!brand) return []
    return [{ brand, cells, byPrompt: ratesOf(cells) }]
  })
  const mentions = new Float64Array(classesN)
  for (const { cells } of named) addUp(cells.k, classOf, classesN, mentions)
  const gaps = gapsByPrompt(named, promptsN)
  const [gapsN, gapsOfN] = [gaps.gaps, gaps.of].map((values) => addUp(values, classes.ofPrompt, classesN)) as [
    Float64Array,
    Float64Array,
  ]
  const likeness = likenessByClass(group, classOf, classesN)
  const wholes = whole.map(
    (sums, i): GroupCounts => ({
      answers_n: sums.m,
      cells_n: ofAll.cells[i] as number,
      prompts_n: ofAll.prompts[i] as number,
      grounded_n: sums.cited,
      citations_n: sums.citations,
      ...(likeness[i] as (typeof likeness)[number]),
      gaps_n: gapsN[i] as number,
      gaps_of_n: gapsOfN[i] as number,
    }),
  )
  const counts = named.flatMap(({ brand: { is_asked, by_name, ...brand }, byPrompt, cells: ofBrand }) => {
    if (!is_asked) return []
    const { cells, inverse, rates, covered } = shapeOf(byPrompt, classes.ofPrompt, classesN)
    return sumsByClass(ofBrand, classOf, classesN).flatMap((ofClass, i): BrandCounts[] => {
      const n = cells[i] as number
      if (n === 0) return []
      return [
        {
          g: wholeKey(query, group.g, classes.keys[i] as string),
          ...ofClass,
          brand,
          visibility: (rates[i] as number) / n,
          effective_n: n ** 2 / (inverse[i] as number),
          covered_n: covered[i] as number,
          all_k: mentions[i] as number,
          whole: wholes[i] as GroupCounts,
        },
      ]
    })
  })
  return { counts, ofGroup: { group, whole, mentions: mentions.reduce((sum, k) => sum + k, 0), classOf } }
}
