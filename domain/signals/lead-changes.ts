/**
 * Tests for each competitor whether its lead over your brand changed between two scans. The test pairs the cells
 * (prompt × engine × region) that both scans have.
 */
import { z } from "zod"
import { pairedCellCounts, pairedCellCountsRow, pairedCells, roundedSum } from "@/domain/visibility/paired-cells-sql"
import { type Change, testChanges } from "@/domain/visibility/statistics/change"
import { rows, type Sql, sql } from "@/prisma/client"

/** The paired cells of one competitor. */
const leadRow = pairedCellCountsRow.extend({
  brand_id: z.string(),
  differenceSum: z.number(),
  squaredDifferenceSum: z.number(),
  risenCells: z.int(),
  fallenCells: z.int(),
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
  // The leads of all competitors are one family of tests.
  const changes = testChanges(found.map((cells) => ({ ...cells, isOwnBrand: false })))
  return new Map(found.map(({ brand_id }, i) => [brand_id, changes[i] as Change]))
}

/** Compares the lead in the cells of both scans (`PairedCells`). */
function leadStatement({ teamId, scanId, previousScanId, ownBrandId, competitorIds }: LeadComparison) {
  const cells = (scan: string) => sql`
    select c.prompt_id, c.engine_id, c.region, c.answers, c.engine_config_hash as config from visibility_cell c
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and not p.is_branded
    where c.team_id = ${teamId} and c.scan_id = ${scan}`
  /** The number of answers in `cell` that mention the brand. A cell without mentions has no row. */
  const mentions = (scan: string, brand: Sql) => sql`lateral (
    select coalesce(sum(m.mentioned), 0)::float8 as answers from visibility_cell_brand m
    where m.team_id = ${teamId} and m.scan_id = ${scan} and m.brand_id = ${brand}
      and m.prompt_id = cell.prompt_id and m.engine_id = cell.engine_id and m.region = cell.region)`
  const competitor = sql`competitor.id`
  const own = sql`${ownBrandId}`
  return sql`
    with cell as materialized (${pairedCells(cells(scanId), cells(previousScanId), sql`prompt_id, engine_id, region`)}),
    difference as (
      select competitor.id as brand_id, cell.*,
        case when is_common then
          (competitor_now.answers - own_now.answers) / current_answers
          - (competitor_before.answers - own_before.answers) / previous_answers
        end as change,
        case when is_common then
          competitor_now.answers + own_now.answers + competitor_before.answers + own_before.answers
        end as mentions
      from unnest(${[...competitorIds]}::text[]) as competitor(id) cross join cell
        cross join ${mentions(scanId, competitor)} competitor_now
        cross join ${mentions(scanId, own)} own_now
        cross join ${mentions(previousScanId, competitor)} competitor_before
        cross join ${mentions(previousScanId, own)} own_before)
    select brand_id, ${pairedCellCounts},
      ${roundedSum(sql`change`)} as "differenceSum", ${roundedSum(sql`change * change`)} as "squaredDifferenceSum",
      count(*) filter (where change > 0)::int as "risenCells", count(*) filter (where change < 0)::int as "fallenCells",
      coalesce(sum(mentions), 0)::int as mentions
    from difference group by brand_id`
}
