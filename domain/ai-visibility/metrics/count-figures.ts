/** Counts what metrics are made of: from rollups where they can say it, else from cells. Both say the same. */

import { type Counted, countGroups } from "./count-groups"
import { countRollups } from "./count-rollups"
import type { ChosenScan, ProjectScene } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"

/** At most `limit` rows; `rows_total` and the totals are of all. */
export const countFigures = async (
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  limit: number,
): Promise<Counted> =>
  (await countRollups(scene, scans, query, limit)) ?? (await countGroups(scene, scans, query, limit))
