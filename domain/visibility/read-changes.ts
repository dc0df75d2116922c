/** Compares two sets of scans cell by cell, for every group and tracked brand. */
import { z } from "zod"
import { raw, rows, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import { roundTo12Digits } from "./metrics"
import { brandCondition, cellsOf, fullJoin, groupColumns, groupKey, type MetricsSelection } from "./query-sql"
import type { TrackedBrand } from "./require-known-ids"
import type { Change } from "./statistics/change"
import { testGroupChanges } from "./statistics/group-changes"

export type CellChange = Change & {
  cells_compared: number
  /** Mean difference in visibility over the compared cells. */
  delta: number | null
}

/** Fields as in `GroupCells`. `g` is the key of the group. */
const groupRow = z.object({
  g: z.string(),
  common: z.int(),
  currentCells: z.int(),
  previousCells: z.int(),
  currentAnswers: z.int(),
  previousAnswers: z.int(),
  hasSingleRuns: z.boolean(),
})
const differenceRow = z.object({
  g: z.string(),
  brand_id: z.string(),
  sum: z.number(),
  squares: z.number(),
  up: z.int(),
  down: z.int(),
  mentions: z.int(),
  binomialVariance: z.number(),
  mixedCells: z.int(),
})

/** The sums of a brand that no answer of the group mentions. */
const noMentions = { sum: 0, squares: 0, up: 0, down: 0, mentions: 0, binomialVariance: 0, mixedCells: 0 }

/**
 * Tests every tracked brand of every group, even if the query selects fewer. The p-values are adjusted together, so the
 * verdict on a brand would otherwise depend on which other brands the query selects. Returns a map with keys
 * `${group} ${brandId}`.
 */
export async function readChanges(
  current: MetricsSelection,
  previous: MetricsSelection,
  brands: readonly TrackedBrand[],
): Promise<Map<string, CellChange>> {
  const ids = brands.map(({ id }) => id)
  const [groups, differences, counted] = await Promise.all([
    rowsPlannedPerCall(
      groupRow,
      sql`
        with ${commonCells(current, previous)}
        select g, count(*) filter (where is_common)::int as common, count(current_answers)::int as "currentCells", count(previous_answers)::int as "previousCells",
          coalesce(sum(current_answers) filter (where is_common), 0)::int as "currentAnswers", coalesce(sum(previous_answers) filter (where is_common), 0)::int as "previousAnswers",
          coalesce(bool_and(current_answers = 1 and previous_answers = 1) filter (where is_common), false) as "hasSingleRuns"
        from cell group by g`,
    ),
    rowsPlannedPerCall(
      differenceRow,
      sql`
        with ${commonCells(current, previous)}, ${mentionsOfBrands(current, "current_brand_cell", ids)}, ${mentionsOfBrands(previous, "previous_brand_cell", ids)},
        paired as (
          select g, prompt_id, engine_id, region, brand_id, coalesce(c.mentioned, 0) as current_mentions, coalesce(p.mentioned, 0) as previous_mentions
          from current_brand_cell c full join previous_brand_cell p using (g, prompt_id, engine_id, region, brand_id)),
        difference as (
          select g, brand_id, current_mentions / current_answers - previous_mentions / previous_answers as d, current_mentions + previous_mentions as mentions,
            current_answers + previous_answers as answers, 1 / current_answers + 1 / previous_answers as inverses
          from ${fullJoin(sql`paired`, sql`cell`, sql`g, prompt_id, engine_id, region`)} c where is_common and brand_id is not null)
        select g, brand_id, sum(d) as sum, sum(d * d) as squares, count(*) filter (where d > 0)::int as up, count(*) filter (where d < 0)::int as down,
          sum(mentions)::int as mentions, sum(mentions / answers * (1 - mentions / answers) * inverses * answers / (answers - 1)) as "binomialVariance",
          count(*) filter (where mentions < answers)::int as "mixedCells"
        from difference group by 1, 2`,
    ),
    brandsInAllScans([...current.scans, ...previous.scans], current.project),
  ])
  const byKey = new Map(differences.map((row) => [`${row.g} ${row.brand_id}`, row]))
  const pairs = groups.flatMap(({ g, ...group }) =>
    brands.map(({ id, kind }) => {
      const sums = byKey.get(`${g} ${id}`) ?? noMentions
      const common = counted.has(id) ? group.common : 0
      return { ...group, ...sums, key: `${g} ${id}`, brandId: id, common, isOwnBrand: kind === "own" }
    }),
  )
  const changes = testGroupChanges(pairs)
  return new Map(
    pairs.map(({ key, common, sum }, i) => [
      key,
      { ...(changes[i] as Change), cells_compared: common, delta: common > 0 ? roundTo12Digits(sum / common) : null },
    ]),
  )
}

/**
 * Common table expression `cell`: the answers of each cell in the current and the previous scans. A cell is common if it
 * has answers in both, all with the same configuration of the engine.
 */
function commonCells(current: MetricsSelection, previous: MetricsSelection): Sql {
  const side = (selection: MetricsSelection) => sql`
    select ${groupKey(selection.query)} as g, c.prompt_id, c.engine_id, c.region, sum(c.answers)::float8 as answers,
      case when min(c.engine_config_hash) = max(c.engine_config_hash) then min(c.engine_config_hash) end as config
    from ${cellsOf(selection, "visibility_cell")} group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region`
  return sql`cell as materialized (
    select g, prompt_id, engine_id, region, c.answers as current_answers, p.answers as previous_answers, coalesce(c.config = p.config, false) as is_common
    from (${side(current)}) c full join (${side(previous)}) p using (g, prompt_id, engine_id, region))`
}

/** Mentions by group, cell and brand. */
const mentionsOfBrands = (
  selection: MetricsSelection,
  name: string,
  ids: readonly string[],
) => sql`${raw(name)} as materialized (
  select ${groupKey(selection.query)} as g, c.prompt_id, c.engine_id, c.region, c.brand_id, sum(c.mentioned)::float8 as mentioned
  from ${cellsOf(selection, "visibility_cell_brand", sql`${brandCondition(ids)} and c.mentioned > 0`)} group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region, c.brand_id)`

/**
 * Brands that each of these scans looked for. A brand that was added later cannot be compared until the recount is
 * done.
 */
async function brandsInAllScans(scans: readonly ChosenScan[], { team_id }: VisibilityProject): Promise<Set<string>> {
  const found = await rows(
    brandScansRow,
    sql`
      select brand_id, count(distinct scan_id)::int as scans, (max(count(distinct scan_id)) over ())::int as most
      from visibility_scan_brand where team_id = ${team_id} and scan_id = any(${scans.map(({ id }) => id)}) group by brand_id`,
  )
  return new Set(found.flatMap(({ brand_id, scans, most }) => (scans === most ? brand_id : [])))
}

/** `most`: the highest number of scans of any brand. Scans without answers have no rows, so they do not count. */
const brandScansRow = z.object({ brand_id: z.string(), scans: z.int(), most: z.int() })
