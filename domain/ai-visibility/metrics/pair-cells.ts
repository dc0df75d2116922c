/** Pairs the cells of two sets of scans, for every group and tracked brand. */
import type { PairedCells } from "../statistics/change"
import { keysIn } from "./cell-layout"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { wholeKey } from "./group-key"
import type { MetricsQuery } from "./metrics-query"
import type { PooledCells, PooledGroup } from "./pooled-cells"
import { classesByCell, type Pooled, pooledGroups } from "./pooled-groups"

export type PairedGroup = PairedCells & { g: string; brand_id: string }

export async function pairCells(
  scene: ProjectScene,
  now: readonly ChosenScan[],
  before: readonly ChosenScan[],
  query: MetricsQuery,
): Promise<PairedGroup[]> {
  const pooled = await pooledGroups(scene, [now, before], query)
  const [later, earlier] = pooled.sets.map((groups) => new Map(groups.map((group) => [group.g, group]))) as [Side, Side]
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((g) =>
    pairGroup(later.get(g), earlier.get(g), pooled).map(({ ofClass, ...pair }) => ({
      ...pair,
      g: wholeKey(query, g, pooled.classes.keys[ofClass] as string),
    })),
  )
}

type Side = Map<string, PooledGroup>
type PairedClass = PairedCells & { brand_id: string; ofClass: number }

function pairGroup(now: PooledGroup | undefined, before: PooledGroup | undefined, pooled: Pooled): PairedClass[] {
  const places = new Int32Array(keysIn(pooled.numbering)).fill(-1)
  before?.layout.keys.forEach((key, cell) => {
    places[key] = cell
  })
  const oldCell = now ? now.layout.keys.map((key) => places[key] as number) : new Int32Array()
  const [classOf, oldClassOf] = [now, before].map((group) =>
    group ? classesByCell(group, pooled.classes) : new Int32Array(),
  ) as [Int32Array, Int32Array]
  const brands = new Set([...(now?.brands.keys() ?? []), ...(before?.brands.keys() ?? [])])
  return [...brands].flatMap((brand_id) => {
    const found = pooled.classes.keys.map((_, ofClass) => ({ brand_id, ofClass, ...none }))
    const [k, old] = [now?.brands.get(brand_id), before?.brands.get(brand_id)]
    if (k) countCells(found, k, classOf, "cellsNow")
    if (old) countCells(found, old, oldClassOf, "cellsBefore")
    if (k && old) addDifferences(found, { now: k, before: old, oldCell, classOf })
    return found.filter(({ cellsNow, cellsBefore }) => cellsNow + cellsBefore > 0)
  })
}

const none: PairedCells = {
  common: 0,
  cellsNow: 0,
  cellsBefore: 0,
  answersNow: 0,
  answersBefore: 0,
  sum: 0,
  squares: 0,
  up: 0,
  down: 0,
  hasSingleRuns: false,
}

function countCells(found: PairedClass[], { m }: PooledCells, classOf: Int32Array, side: "cellsNow" | "cellsBefore") {
  classOf.forEach((one, cell) => {
    const pair = found[one]
    if (pair && m[cell]) pair[side]++
  })
}

type Both = { now: PooledCells; before: PooledCells; oldCell: Int32Array; classOf: Int32Array }

/** Skips a cell whose engine configuration changed within a period or between the periods. */
function addDifferences(found: PairedClass[], { now, before, oldCell, classOf }: Both) {
  const [configs, oldConfigs] = [now.configs(), before.configs()]
  oldCell.forEach((old, cell) => {
    const pair = found[classOf[cell] as number]
    const [m, oldM] = [now.m[cell] as number, before.m[old] ?? 0]
    if (!pair || m === 0 || oldM === 0 || configs[cell] === null || configs[cell] !== oldConfigs[old]) return
    const d = (now.k[cell] as number) / m - (before.k[old] as number) / oldM
    const isSingle = m === 1 && oldM === 1
    pair.hasSingleRuns = isSingle && (pair.hasSingleRuns || pair.common === 0)
    pair.common++
    pair.answersNow += m
    pair.answersBefore += oldM
    pair.sum += d
    pair.squares += d * d
    if (d > 0) pair.up++
    if (d < 0) pair.down++
  })
}
