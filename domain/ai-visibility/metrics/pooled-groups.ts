/** Reads the rollups of one or more sets of scans, pools their cells by group, and determines which prompts the query covers. */
import { type AskedPrompts, askedPrompts } from "./asked-prompts"
import { cellNumbering, type Numbering } from "./cell-layout"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { isUneven, type PooledGroup, poolGroup } from "./pooled-cells"
import { rollupGroups, tellsPromptsApart } from "./rollup-groups"

/** Splits one group of scans, engines and regions by prompt: each class of prompts gets its own rows. */
export type Classes = {
  /** Part of the group key that each class adds. */
  keys: string[]
  /** Class by prompt number; -1 when the query does not cover the prompt. */
  ofPrompt: Int32Array
}

export type Pooled = {
  /** In the order of the given sets. */
  sets: PooledGroup[][]
  numbering: Numbering
  asked: AskedPrompts["prompts"]
  classes: Classes
}

/** `byCell` also reads ranks, sentiments and citations of each cell, for intervals or when the query separates prompts. */
export async function pooledGroups(
  scene: ProjectScene,
  sets: readonly (readonly ChosenScan[])[],
  query: MetricsQuery,
  byCell = tellsPromptsApart(query),
): Promise<Pooled> {
  const read = (scans: readonly ChosenScan[], ofAll: boolean) => rollupGroups(scene, scans, query, { byCell, ofAll })
  const [{ lists, prompts, isStale }, ...found] = await Promise.all([
    askedPrompts(scene, sets.flat(), query),
    ...sets.map(async (scans) => {
      const groups = byGroup(await read(scans, false))
      return [...groups.values()].some(isUneven) ? byGroup(await read(scans, true)) : groups
    }),
  ])
  if (isStale && !byCell) return pooledGroups(scene, sets, query, true)
  const parts = found.flatMap((groups) =>
    [...groups.values()].flatMap((rows) => rows.flatMap((row) => row.parts ?? [])),
  )
  const numbering = cellNumbering(lists, parts)
  return {
    sets: found.map((groups) => [...groups].map(([g, rows]) => poolGroup(g, rows, numbering))),
    numbering,
    asked: prompts,
    classes: classesOf(numbering.promptIds, prompts),
  }
}

const byGroup = (rows: Awaited<ReturnType<typeof rollupGroups>>) => Map.groupBy(rows, (row) => row.g)

function classesOf(promptIds: readonly string[], asked: AskedPrompts["prompts"]): Classes {
  const numbers = new Map<string, number>()
  const ofPrompt = Int32Array.from(promptIds, (id) => {
    const prompt = asked.get(id)
    if (!prompt) return -1
    const number = numbers.get(prompt.key) ?? numbers.size
    numbers.set(prompt.key, number)
    return number
  })
  return { keys: [...numbers.keys()], ofPrompt }
}

/** Class by cell; -1 when the query does not cover the cell's prompt. */
export const classesByCell = ({ layout }: PooledGroup, { ofPrompt }: Classes): Int32Array =>
  layout.promptOf.map((prompt) => ofPrompt[prompt] as number)
