/**
 * Tests for each competitor whether its lead over your brand changed between two scans. The test pairs the cells
 * (prompt × engine × region) that both scans have.
 */
import { z } from "zod"
import { pairedCellCounts, pairedCellCountsRow, pairedCells, roundedSum } from "@/domain/visibility/paired-cells-sql"
import { type Change, testChanges } from "@/domain/visibility/statistics/change"
import { raw, rows, type Sql, sql } from "@/prisma/client"

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
  const changes = testChanges(found.map((cells) => ({ ...cells, isOwnBrand: false })))
  return new Map(found.map(({ brand_id }, i) => [brand_id, changes[i] as Change]))
}

/** Compares the lead in the cells of both scans (`PairedCells`). `own`: the mentions of your brand in a cell. */
function leadStatement({ teamId, scanId, previousScanId, ownBrandId, competitorIds }: LeadComparison) {
  const cells = (id: string) => sql`
    select c.prompt_id, c.engine_id, c.region, c.answers, c.engine_config_hash as config from visibility_cell c
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and not p.is_branded
    where c.team_id = ${teamId} and c.scan_id = ${id}`
  const mentionsOfBrand = (id: string, brand: Sql) => sql`coalesce((
    select m.mentioned from visibility_cell_brand m where m.team_id = ${teamId} and m.scan_id = ${id} and m.brand_id = ${brand}
      and m.prompt_id = cell.prompt_id and m.engine_id = cell.engine_id and m.region = cell.region), 0)::float8`
  const mentionsOf = (id: string, name: string) =>
    sql`(select ${mentionsOfBrand(id, sql`competitor.id`)} as competitor, ${mentionsOfBrand(id, sql`${ownBrandId}`)} as own) ${raw(name)}`
  return sql`
    with cell as materialized (${pairedCells(cells(scanId), cells(previousScanId), sql`prompt_id, engine_id, region`)}),
    difference as (
      select competitor.id as brand_id, cell.*,
        case when is_common then
          (current_mentions.competitor - current_mentions.own) / cell.current_answers
          - (previous_mentions.competitor - previous_mentions.own) / cell.previous_answers
        end as change,
        case when is_common then
          current_mentions.competitor + current_mentions.own + previous_mentions.competitor + previous_mentions.own
        end as mentions
      from unnest(${[...competitorIds]}::text[]) as competitor(id) cross join cell
        cross join lateral ${mentionsOf(scanId, "current_mentions")}
        cross join lateral ${mentionsOf(previousScanId, "previous_mentions")})
    select brand_id, ${pairedCellCounts},
      ${roundedSum(sql`change`)} as "differenceSum", ${roundedSum(sql`change * change`)} as "squaredDifferenceSum",
      count(*) filter (where change > 0)::int as "risenCells", count(*) filter (where change < 0)::int as "fallenCells",
      coalesce(sum(mentions), 0)::int as mentions
    from difference group by brand_id`
}
