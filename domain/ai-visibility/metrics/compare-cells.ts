/** Compares two sets of scans cell by cell, for every tracked brand at once: which rows are asked for never changes a verdict. */
import { type Change, judgeChanges } from "../statistics/change"
import { tidy } from "./figures"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { pairCells } from "./pair-cells"

export type CellChange = Change & {
  cells_compared: number
  /** The mean difference over the cells compared. */
  delta: number | null
}

/** By `${group} ${brand}`. */
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
