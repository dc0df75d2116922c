/** Pairs the cells of two sets of scans from rollups: the same as from cells, in a fraction of the time. */
import type { PairedCells } from "../statistics/change"
import { cellNumbering, countsByCell, type Layout, layoutOf, type Numbering } from "./cell-layout"
import { hasOneLayout } from "./count-rollups"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { keepsPromptsTogether, promptLists, type RollupGroup, rollupGroups } from "./rollup-groups"

export type PairedGroup = PairedCells & { g: string; brand_id: string }

/** Of each group and tracked brand. Null where rollups cannot say it, as in counting, or where an engine changed in mid-scan. */
export async function pairRollups(
  scene: ProjectScene,
  now: readonly ChosenScan[],
  before: readonly ChosenScan[],
  query: MetricsQuery,
): Promise<PairedGroup[] | null> {
  if (!keepsPromptsTogether(query)) return null
  const [lists, ...found] = await Promise.all([
    promptLists(scene, [...now, ...before]),
    rollupGroups(scene, now, query),
    rollupGroups(scene, before, query),
  ])
  const [groupsNow, groupsBefore] = found.map((rows) => Map.groupBy(rows, (row) => row.g)) as [Groups, Groups]
  const parts = found.flat().flatMap((row) => row.parts ?? [])
  const isPlain = [...groupsNow.values(), ...groupsBefore.values()].every(hasOneLayout)
  if (!lists || !isPlain || parts.some((part) => part.config === null)) return null
  const numbering = cellNumbering(lists, parts)
  return [...new Set([...groupsNow.keys(), ...groupsBefore.keys()])].flatMap((g) =>
    pairGroup(g, sideOf(groupsNow.get(g) ?? [], numbering), sideOf(groupsBefore.get(g) ?? [], numbering), numbering),
  )
}

type Groups = Map<string, RollupGroup[]>

/** A group in one of the two sets. A cell that was asked of several configurations has none. */
type Side = { layout: Layout; answers: Int32Array; configs: (string | null)[]; brands: Map<string, Int32Array> }

function sideOf(group: readonly RollupGroup[], numbering: Numbering): Side {
  const whole = group.find((row) => row.brand_id === "")
  const layout = layoutOf(whole?.parts ?? [], numbering)
  const named = group.filter((row) => row !== whole)
  return {
    layout,
    answers: countsByCell(whole?.cells ?? "", layout),
    configs: configsOf(whole?.parts ?? [], layout, numbering),
    brands: new Map(named.map((row) => [row.brand_id, countsByCell(row.cells, layout)])),
  }
}

function configsOf(parts: NonNullable<RollupGroup["parts"]>, { cellAt, size }: Layout, { prompts }: Numbering) {
  const configs = new Array<string | null | undefined>(size)
  let at = 0
  for (const part of parts)
    for (const end = at + (prompts.get(part.prompts)?.length ?? 0); at < end; at++) {
      const cell = cellAt[at] as number
      const known = configs[cell]
      configs[cell] = known === undefined || known === part.config ? part.config : null
    }
  return configs as (string | null)[]
}

function pairGroup(g: string, now: Side, before: Side, { promptsN, slots }: Numbering): PairedGroup[] {
  const places = new Int32Array(promptsN * slots.size).fill(-1)
  before.layout.keys.forEach((key, cell) => {
    places[key] = cell
  })
  const common = Array.from(now.layout.keys, (key, cell) => [cell, places[key] as number] as const).filter(
    ([cell, old]) => old >= 0 && now.configs[cell] !== null && now.configs[cell] === before.configs[old],
  )
  const brands = new Set([...now.brands.keys(), ...before.brands.keys()])
  return [...brands].map((brand_id) => {
    const [k, oldK] = [now.brands.get(brand_id), before.brands.get(brand_id)]
    const sizes = { cellsNow: k ? now.layout.size : 0, cellsBefore: oldK ? before.layout.size : 0 }
    const cells = k && oldK ? common : []
    return { g, brand_id, ...sizes, ...differences(cells, now.answers, before.answers, k, oldK) }
  })
}

function differences(
  cells: readonly (readonly [cell: number, old: number])[],
  answers: Int32Array,
  oldAnswers: Int32Array,
  k: Int32Array = new Int32Array(),
  oldK: Int32Array = new Int32Array(),
): Omit<PairedCells, "cellsNow" | "cellsBefore"> {
  const found = { answersNow: 0, answersBefore: 0, sum: 0, squares: 0, up: 0, down: 0 }
  let hasSingleRuns = cells.length > 0
  for (const [cell, old] of cells) {
    const [m, oldM] = [answers[cell] as number, oldAnswers[old] as number]
    const d = (k[cell] as number) / m - (oldK[old] as number) / oldM
    found.answersNow += m
    found.answersBefore += oldM
    found.sum += d
    found.squares += d * d
    if (d > 0) found.up++
    if (d < 0) found.down++
    hasSingleRuns &&= m === 1 && oldM === 1
  }
  return { common: cells.length, ...found, hasSingleRuns }
}
