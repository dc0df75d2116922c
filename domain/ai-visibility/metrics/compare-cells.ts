/**
 * Compares two sets of scans cell by cell. It always tests every tracked brand, because the p-values are adjusted
 * together: the brands that the query selects cannot change a verdict.
 */
import { type Change, judgeChanges } from "../statistics/change"
import { tidy } from "./figures"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { pairCells } from "./pair-cells"

export type CellChange = Change & {
  cells_compared: number
  /** Mean difference in mention rate over the compared cells. */
  delta: number | null
}

/** Returns a map with keys `${group} ${brand}`. */
export async function compareCells(
  scene: ProjectScene,
  now: readonly ChosenScan[],
  before: readonly ChosenScan[],
  query: MetricsQuery,
): Promise<Map<string, CellChange>> {
  const found = await pairCells(scene, now, before, query)
  const changes = judgeChanges(found)
  return new Map(
    found.map(({ g, brand_id, common, sum }, i) => [
      `${g} ${brand_id}`,
      { ...(changes[i] as Change), cells_compared: common, delta: common > 0 ? tidy(sum / common) : null },
    ]),
  )
}
