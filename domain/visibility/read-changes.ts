/** Compares the visibility of two sets of scans cell by cell, for every group and tracked brand. */
import { z } from "zod"
import { raw, rows, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import { roundTo12Digits } from "./metrics"
import {
  cellDifference,
  differenceSums,
  differenceSumsRow,
  pairedCellCounts,
  pairedCellCountsRow,
  pairedCells,
} from "./paired-cells-sql"
import { brandCondition, cellsOf, fullJoin, groupColumns, groupKey, type MetricsSelection, rowKey } from "./query-sql"
import type { Change } from "./statistics/change"
import { testGroupChanges } from "./statistics/group-changes"
import type { TrackedBrand } from "./tracked-brands"

export type CellChange = Change & {
  /** The key of the group. In a query that groups by prompt only, it is the id of the prompt. */
  group_key: string
  brand_id: string
  cells_compared: number
  /** Mean difference in visibility over the compared cells. */
  delta: number | null
}

/**
 * Tests every tracked brand of every group, even if the query selects fewer. The p-values are adjusted together, so the
 * verdict on a brand would otherwise depend on which other brands the query selects. Returns a map by `rowKey`.
 */
export async function readChanges(
  current: MetricsSelection,
  previous: MetricsSelection,
  brands: readonly TrackedBrand[],
): Promise<Map<string, CellChange>> {
  const brandIds = brands.map(({ id }) => id)
  const [groups, differences, comparableBrands] = await Promise.all([
    rowsPlannedPerCall(groupRow, groupsSql(current, previous)),
    rowsPlannedPerCall(differenceRow, differencesSql(current, previous, brandIds)),
    brandsInAllScans([...current.scans, ...previous.scans], current.project),
  ])
  const differencesByKey = new Map(differences.map((row) => [rowKey(row), row]))
  const pairs = groups.flatMap(({ group_key, ...group }) =>
    brands.map(({ id, kind }) => {
      const key = rowKey({ group_key, brand_id: id })
      const commonCells = comparableBrands.has(id) ? group.commonCells : 0
      const sums = differencesByKey.get(key) ?? noMentions
      return { ...group, ...sums, key, group_key, brandId: id, commonCells, isOwnBrand: kind === "own" }
    }),
  )
  const changes = testGroupChanges(pairs)
  return new Map(
    pairs.map(({ key, group_key, brandId, commonCells, differenceSum }, i) => {
      const delta = commonCells > 0 ? roundTo12Digits(differenceSum / commonCells) : null
      return [key, { ...(changes[i] as Change), group_key, brand_id: brandId, cells_compared: commonCells, delta }]
    }),
  )
}

/** The fields of `PairedCells` that are the same for every brand of a group. */
const groupRow = pairedCellCountsRow.extend({ group_key: z.string() })

const groupsSql = (current: MetricsSelection, previous: MetricsSelection) => sql`
  with ${cellTable(current, previous)}
  select group_key, ${pairedCellCounts} from cell group by group_key`

/** The other fields of `GroupCells`, for brands that are mentioned in a common cell of the group. */
const differenceRow = differenceSumsRow.extend({ group_key: z.string(), brand_id: z.string() })

const noMentions: z.infer<typeof differenceSumsRow> = {
  differenceSum: 0,
  squaredDifferenceSum: 0,
  risenCells: 0,
  fallenCells: 0,
  mentions: 0,
  binomialVariance: 0,
  mixedCells: 0,
}

const differencesSql = (current: MetricsSelection, previous: MetricsSelection, brandIds: readonly string[]) => sql`
  with ${cellTable(current, previous)},
  ${mentionsOfBrands(current, "current_brand_cell", brandIds)},
  ${mentionsOfBrands(previous, "previous_brand_cell", brandIds)},
  brand_cell as (
    select group_key, prompt_id, engine_id, region, brand_id,
      coalesce(c.mentioned, 0) as current_mentions, coalesce(p.mentioned, 0) as previous_mentions
    from current_brand_cell c full join previous_brand_cell p using (group_key, prompt_id, engine_id, region, brand_id)),
  common_brand_cell as (
    select group_key, brand_id, ${cellDifference}
    from ${fullJoin(sql`brand_cell`, sql`cell`, sql`group_key, prompt_id, engine_id, region`)} c
    where is_common and brand_id is not null)
  select group_key, brand_id, ${differenceSums}
  from common_brand_cell group by group_key, brand_id`

/** Common table expression `cell`: the answers of each cell in the current and the previous scans. */
function cellTable(current: MetricsSelection, previous: MetricsSelection): Sql {
  const periodCells = (selection: MetricsSelection) => sql`
    select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region, sum(c.answers)::float8 as answers,
      case when min(c.engine_config_hash) = max(c.engine_config_hash) then min(c.engine_config_hash) end as config
    from ${cellsOf(selection, "visibility_cell")}
    group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region`
  const key = sql`group_key, prompt_id, engine_id, region`
  return sql`cell as materialized (${pairedCells(periodCells(current), periodCells(previous), key)})`
}

/** Common table expression with the mentions by group, cell and brand. It has rows only for cells with a mention. */
const mentionsOfBrands = (selection: MetricsSelection, name: string, brandIds: readonly string[]) => sql`
  ${raw(name)} as materialized (
    select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region, c.brand_id, sum(c.mentioned)::float8 as mentioned
    from ${cellsOf(selection, "visibility_cell_brand", sql`${brandCondition(brandIds)} and c.mentioned > 0`)}
    group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region, c.brand_id)`

/**
 * Returns the brands that each of these scans looked for. A brand that was added later cannot be compared until the
 * recount is done. Scans without answers have no rows, so they do not count.
 */
async function brandsInAllScans(scans: readonly ChosenScan[], { team_id }: VisibilityProject): Promise<Set<string>> {
  const found = await rows(
    brandScansRow,
    sql`
      select brand_id, count(distinct scan_id)::int as scans, (max(count(distinct scan_id)) over ())::int as max_scans
      from visibility_scan_brand where team_id = ${team_id} and scan_id = any(${scans.map(({ id }) => id)}) group by brand_id`,
  )
  return new Set(found.filter(({ scans, max_scans }) => scans === max_scans).map(({ brand_id }) => brand_id))
}

/** `max_scans`: the highest number of scans of any brand. */
const brandScansRow = z.object({ brand_id: z.string(), scans: z.int(), max_scans: z.int() })
