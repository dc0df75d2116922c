/** Collects the cells and brands behind each group of rows, as input for the bootstrap intervals. */
import { type Question, wholeKey } from "./group-key"
import type { MetricsRow } from "./metrics-table"
import type { PooledCells, PooledGroup } from "./pooled-cells"
import { classesByCell, type Pooled, pooledGroups } from "./pooled-groups"

/** One group of rows: the cells of some prompts within a group of scans, engines and regions. */
export type DrawnClass = {
  g: string
  group: PooledGroup
  /** Cell numbers of these prompts. */
  cells: Int32Array
  /** Brands of the group that have a row. */
  brands: [id: string, PooledCells][]
}

/** `keys` holds the group key of each row. */
export async function drawnClasses(
  { scene, scans, query }: Question,
  table: readonly MetricsRow[],
  keys: readonly string[],
): Promise<{ pooled: Pooled; classes: DrawnClass[] }> {
  const pooled = await pooledGroups(scene, [scans], query, true)
  const [asked, brands] = [new Set(keys), new Set(table.map((row) => row.brand.id))]
  const classes = pooled.sets.flat().flatMap((group): DrawnClass[] => {
    const ofClass = Map.groupBy(classesByCell(group, pooled.classes).entries(), ([, one]) => one)
    return [...ofClass].flatMap(([one, cells]) => {
      const g = wholeKey(query, group.g, pooled.classes.keys[one] ?? "")
      if (one === -1 || !asked.has(g)) return []
      const ofRows = [...group.brands].filter(([id]) => brands.has(id))
      return [{ g, group, cells: Int32Array.from(cells, ([cell]) => cell), brands: ofRows }]
    })
  })
  return { pooled, classes }
}
