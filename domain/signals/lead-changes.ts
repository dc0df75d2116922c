/**
 * Tests for each competitor whether its lead over your brand changed between two scans. Pairs the cells (prompt ×
 * engine × region) of both scans.
 */
import { z } from "zod"
import { type Change, type PairedCells, testChanges } from "@/domain/visibility/statistics/change"
import { rows, type Sql, sql } from "@/prisma/client"

const leadRow = z.object({
  brand_id: z.string(),
  common: z.int(),
  cells_now: z.int(),
  cells_before: z.int(),
  answers_now: z.int(),
  answers_before: z.int(),
  has_single_runs: z.boolean(),
  sum: z.number(),
  squares: z.number(),
  up: z.int(),
  down: z.int(),
})

/**
 * The lead in a cell is the competitor's mention rate minus your brand's. Only unbranded prompts count, as for
 * visibility.
 */
export async function testLeads(
  teamId: string,
  scanId: string,
  previousId: string,
  ownId: string,
  competitorIds: readonly string[],
): Promise<Map<string, Change>> {
  const found = await rows(leadRow, leads({ teamId, scanId, previousId, ownId, competitorIds }))
  const pairs = found.map(
    (row): PairedCells => ({
      common: row.common,
      cellsNow: row.cells_now,
      cellsBefore: row.cells_before,
      answersNow: row.answers_now,
      answersBefore: row.answers_before,
      sum: row.sum,
      squares: row.squares,
      up: row.up,
      down: row.down,
      hasSingleRuns: row.has_single_runs,
      isPrimary: false,
    }),
  )
  const changes = testChanges(pairs)
  return new Map(found.map(({ brand_id }, i) => [brand_id, changes[i] as Change]))
}

type Leads = { teamId: string; scanId: string; previousId: string; ownId: string; competitorIds: readonly string[] }

function leads({ teamId, scanId, previousId, ownId, competitorIds }: Leads) {
  const cells = (id: string) => sql`(
    select c.prompt_id, c.engine_id, c.region, c.answers, c.engine_config_hash from visibility_cell c
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${teamId} and not p.is_branded
    where c.team_id = ${teamId} and c.scan_id = ${id})`
  const mentionsOfBrand = (id: string, brand: Sql, cell: Sql) => sql`coalesce((
    select m.mentioned from visibility_cell_brand m where m.team_id = ${teamId} and m.scan_id = ${id} and m.brand_id = ${brand}
      and m.prompt_id = ${cell}.prompt_id and m.engine_id = ${cell}.engine_id and m.region = ${cell}.region), 0)::float8`
  const lead = (id: string, answers: Sql) =>
    sql`(${mentionsOfBrand(id, sql`b.id`, sql`k`)} - ${mentionsOfBrand(id, sql`${ownId}`, sql`k`)}) / ${answers}`
  return sql`
    with cell as materialized (
      select prompt_id, engine_id, region, n.answers as now, b.answers as before, coalesce(n.engine_config_hash = b.engine_config_hash, false) as is_common
      from ${cells(scanId)} n full join ${cells(previousId)} b using (prompt_id, engine_id, region)),
    difference as (
      select b.id as brand_id, k.*, case when is_common then ${lead(scanId, sql`k.now`)} - ${lead(previousId, sql`k.before`)} end as d
      from unnest(${[...competitorIds]}::text[]) as b(id) cross join cell k)
    select brand_id, count(*) filter (where is_common)::int as common, count(now)::int as cells_now,
      count(before)::int as cells_before, coalesce(sum(now) filter (where is_common), 0)::int as answers_now,
      coalesce(sum(before) filter (where is_common), 0)::int as answers_before,
      coalesce(bool_and(now = 1 and before = 1) filter (where is_common), false) as has_single_runs,
      coalesce(sum(d), 0)::float8 as sum, coalesce(sum(d * d), 0)::float8 as squares,
      count(*) filter (where d > 0)::int as up, count(*) filter (where d < 0)::int as down
    from difference group by brand_id`
}
