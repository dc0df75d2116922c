/**
 * Tests for each competitor whether its lead over your brand changed between two scans. Pairs the cells (prompt ×
 * engine × region) of both scans.
 */
import { z } from "zod"
import { type Change, type PairedCells, testChanges } from "@/domain/visibility/statistics/change"
import { raw, rows, type Sql, sql } from "@/prisma/client"

const leadRow = z.object({
  brand_id: z.string(),
  common_cells: z.int(),
  current_cells: z.int(),
  previous_cells: z.int(),
  current_answers: z.int(),
  previous_answers: z.int(),
  has_single_runs: z.boolean(),
  difference_sum: z.number(),
  squared_difference_sum: z.number(),
  risen_cells: z.int(),
  fallen_cells: z.int(),
  mentions: z.int(),
})

type LeadComparison = {
  teamId: string
  scanId: string
  previousScanId: string
  ownBrandId: string
  competitorIds: readonly string[]
}

/**
 * Returns the change by the ID of the competitor. The lead in a cell is the competitor's mention rate minus your
 * brand's. Only unbranded prompts count, as for visibility. `mentions` counts those of both brands.
 */
export async function testLeads(comparison: LeadComparison): Promise<Map<string, Change>> {
  const found = await rows(leadRow, leadStatement(comparison))
  const pairs = found.map(
    (row): PairedCells => ({
      commonCells: row.common_cells,
      currentCells: row.current_cells,
      previousCells: row.previous_cells,
      currentAnswers: row.current_answers,
      previousAnswers: row.previous_answers,
      differenceSum: row.difference_sum,
      squaredDifferenceSum: row.squared_difference_sum,
      risenCells: row.risen_cells,
      fallenCells: row.fallen_cells,
      mentions: row.mentions,
      hasSingleRuns: row.has_single_runs,
      isOwnBrand: false,
    }),
  )
  const changes = testChanges(pairs)
  return new Map(found.map(({ brand_id }, i) => [brand_id, changes[i] as Change]))
}

function leadStatement({ teamId, scanId, previousScanId, ownBrandId, competitorIds }: LeadComparison) {
  const cells = (id: string) => sql`(
    select c.prompt_id, c.engine_id, c.region, c.answers, c.engine_config_hash from visibility_cell c
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and not p.is_branded
    where c.team_id = ${teamId} and c.scan_id = ${id})`
  const mentionsOfBrand = (id: string, brand: Sql) => sql`coalesce((
    select m.mentioned from visibility_cell_brand m where m.team_id = ${teamId} and m.scan_id = ${id} and m.brand_id = ${brand}
      and m.prompt_id = cell.prompt_id and m.engine_id = cell.engine_id and m.region = cell.region), 0)::float8`
  const mentionsOf = (id: string, name: string) =>
    sql`(select ${mentionsOfBrand(id, sql`competitor.id`)} as competitor, ${mentionsOfBrand(id, sql`${ownBrandId}`)} as own) ${raw(name)}`
  return sql`
    with cell as materialized (
      select prompt_id, engine_id, region, current.answers as current_answers, previous.answers as previous_answers, coalesce(current.engine_config_hash = previous.engine_config_hash, false) as is_common
      from ${cells(scanId)} current full join ${cells(previousScanId)} previous using (prompt_id, engine_id, region)),
    difference as (
      select competitor.id as brand_id, cell.*,
        case when is_common then (current_mentions.competitor - current_mentions.own) / cell.current_answers - (previous_mentions.competitor - previous_mentions.own) / cell.previous_answers end as change,
        case when is_common then current_mentions.competitor + current_mentions.own + previous_mentions.competitor + previous_mentions.own end as mentions
      from unnest(${[...competitorIds]}::text[]) as competitor(id) cross join cell
        cross join lateral ${mentionsOf(scanId, "current_mentions")} cross join lateral ${mentionsOf(previousScanId, "previous_mentions")})
    select brand_id, count(*) filter (where is_common)::int as common_cells, count(d.current_answers)::int as current_cells,
      count(d.previous_answers)::int as previous_cells, coalesce(sum(d.current_answers) filter (where is_common), 0)::int as current_answers,
      coalesce(sum(d.previous_answers) filter (where is_common), 0)::int as previous_answers,
      coalesce(bool_and(d.current_answers = 1 and d.previous_answers = 1) filter (where is_common), false) as has_single_runs,
      coalesce(sum(change), 0)::float8 as difference_sum, coalesce(sum(change * change), 0)::float8 as squared_difference_sum,
      count(*) filter (where change > 0)::int as risen_cells, count(*) filter (where change < 0)::int as fallen_cells,
      coalesce(sum(mentions), 0)::int as mentions
    from difference d group by brand_id`
}
