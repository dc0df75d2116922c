/** Compares two sets of scans cell by cell, for every tracked brand at once: which rows are asked for never changes a verdict. */
import { rows, sql } from "@/prisma/client"
import { type Change, judgeChanges } from "../statistics/change"
import { pooledCells } from "./cells"
import { tidy } from "./figures"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { type PairedGroup, pairRollups } from "./pair-rollups"

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
  const found = (await pairRollups(scene, now, before, query)) ?? (await pairCells(scene, now, before, query))
  const changes = judgeChanges(found)
  return new Map(
    found.map(({ g, brand_id, common, sum }, i) => [
      `${g} ${brand_id}`,
      { ...(changes[i] as Change), cells_compared: common, delta: common > 0 ? tidy(sum / common) : null },
    ]),
  )
}

/** What rollups cannot say is paired from the cells themselves. */
export const pairCells = (
  scene: ProjectScene,
  now: readonly ChosenScan[],
  before: readonly ChosenScan[],
  query: MetricsQuery,
) =>
  rows<PairedGroup>(sql`
    with now as (${pooledCells(scene, now, query)}), before as (${pooledCells(scene, before, query)}),
    pair as (
      select g, brand_id, n.m as m, o.m as old_m, coalesce(n.config = o.config, false) as is_common, n.k::float8 / n.m - o.k::float8 / o.m as d
      from now n full join before o using (g, brand_id, prompt_id, engine_id, region))
    select g, brand_id, count(*) filter (where is_common)::int as common, count(m)::int as "cellsNow", count(old_m)::int as "cellsBefore",
      coalesce(sum(m) filter (where is_common), 0)::int as "answersNow", coalesce(sum(old_m) filter (where is_common), 0)::int as "answersBefore",
      coalesce(sum(d) filter (where is_common), 0) as sum, coalesce(sum(d * d) filter (where is_common), 0) as squares,
      count(*) filter (where is_common and d > 0)::int as up, count(*) filter (where is_common and d < 0)::int as down,
      coalesce(bool_and(m = 1 and old_m = 1) filter (where is_common), false) as "hasSingleRuns"
    from pair join ai_brand b on b.id = brand_id and b.team_id = ${scene.team_id} and b.kind in ('own', 'competitor')
    group by g, brand_id`)
