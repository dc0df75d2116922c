/** Collects, for each row, the numerators and denominators of its metrics topic by topic. The population bootstrap resamples them. */
import { addUp, likenessByClass, promptRates, shapeOf, sumsByClass } from "./class-sums"
import { type DrawnClass, drawnClasses } from "./drawn-classes"
import type { DrawnRow } from "./drawn-ratios"
import { type Gaps, gapsOfGroup, kindsOf } from "./gap-prompts"
import type { Question } from "./group-key"
import type { MetricsRow } from "./metrics-table"
import type { PooledGroup } from "./pooled-cells"
import type { Pooled } from "./pooled-groups"

export const topicColumnNames = [
  "rate",
  "cells",
  "prompts",
  "covered",
  "m",
  "k",
  "top1",
  "top3",
  "rank_sum",
  "prominence_sum",
  "cited",
  "citations",
  "sentiment",
  "negative",
  "labelled",
  "all_k",
  "grounded",
  "all_citations",
  "gaps",
  "gaps_of",
  "brand_likeness",
  "brand_likeness_n",
  "domain_likeness",
  "domain_likeness_n",
] as const
export type TopicColumn = (typeof topicColumnNames)[number]

/** Topics are sorted by id. Prompts without a topic count as one topic. */
export async function topicColumns(
  question: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<DrawnRow<TopicColumn>[]> {
  const [{ pooled, classes }, kinds] = await Promise.all([drawnClasses(question, table, keys), kindsOf(question.scene)])
  const gapsOf = gapsByGroup(pooled, kinds)
  return classes.flatMap((one) =>
    rowsOf(one, topicsOf(one, pooled), gapsOf(one.group), pooled.numbering.promptIds.length),
  )
}

type Topics = {
  n: number
  /** Topic number of each cell and of each prompt; -1 when it belongs to another row. */
  ofCell: Int32Array
  ofPrompt: Int32Array
}

function topicsOf({ group, cells }: DrawnClass, { numbering: { promptIds }, asked }: Pooled): Topics {
  const { promptOf, size } = group.layout
  const topicOf = (cell: number) => asked.get(promptIds[promptOf[cell] as number] as string)?.topic ?? ""
  const topics = [...new Set(Array.from(cells, topicOf))].sort()
  const numbers = new Map(topics.map((topic, i) => [topic, i]))
  const [ofCell, ofPrompt] = [new Int32Array(size).fill(-1), new Int32Array(promptIds.length).fill(-1)]
  for (const cell of cells) {
    const number = numbers.get(topicOf(cell)) as number
    ofCell[cell] = number
    ofPrompt[promptOf[cell] as number] = number
  }
  return { n: topics.length, ofCell, ofPrompt }
}

/** Counts the gaps of each group once and shares them between its rows. */
function gapsByGroup({ sets, numbering }: Pooled, kinds: ReadonlyMap<string, string>) {
  const known = new Map(sets.flat().map((group) => [group, gapsOfGroup(group, kinds, numbering)]))
  return (group: PooledGroup) => known.get(group) as Gaps
}

function rowsOf(
  { g, group, brands }: DrawnClass,
  topics: Topics,
  gaps: Gaps,
  promptsN: number,
): DrawnRow<TopicColumn>[] {
  const { n, ofCell, ofPrompt } = topics
  const whole = sumsByClass(group.whole, ofCell, n)
  const likeness = likenessByClass(group, ofCell, n)
  const allK = new Float64Array(n)
  for (const { k } of group.brands.values()) addUp(k, ofCell, n, allK)
  const ratesOf = promptRates(group.layout, promptsN)
  const [gapsN, gapsOf] = [gaps.gaps, gaps.of].map((values) => addUp(values, ofPrompt, n))
  return brands.map(([brand_id, cells]) => {
    const shape = shapeOf(ratesOf(cells), ofPrompt, n)
    const units = sumsByClass(cells, ofCell, n).flatMap((sums, i) =>
      shape.cells[i] === 0
        ? []
        : [
            {
              ...sums,
              ...(likeness[i] as (typeof likeness)[number]),
              rate: shape.rates[i],
              cells: shape.cells[i],
              prompts: shape.prompts[i],
              covered: shape.covered[i],
              sentiment: sums.positive - sums.negative,
              labelled: sums.positive + sums.neutral + sums.negative,
              all_k: allK[i],
              grounded: whole[i]?.cited,
              all_citations: whole[i]?.citations,
              gaps: gapsN?.[i],
              gaps_of: gapsOf?.[i],
            } as Record<TopicColumn, number>,
          ],
    )
    const columns = topicColumnNames.map((column) => [column, Float64Array.from(units, (unit) => unit[column])])
    return { g, brand_id, ...(Object.fromEntries(columns) as Record<TopicColumn, Float64Array>) }
  })
}
