/** The groups behind the rows of a table, with the tracked brands in each: what intervals are drawn from. */
import { type Question, wholeKey } from "./group-key"
import type { MetricsRow } from "./metrics-table"
import type { PooledCells, PooledGroup } from "./pooled-cells"
import { classesByCell, type Pooled, pooledGroups } from "./pooled-groups"

/** A group of rows: some prompts of a group of scans, engines and regions. */
export type DrawnClass = {
  g: string
  group: PooledGroup
  /** The cells of these prompts. */
  cells: Int32Array
  /** Those of its brands that have a row. */
  brands: [id: string, PooledCells][]
}

/** `keys` are the groups of the rows. */
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
