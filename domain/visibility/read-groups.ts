/**
 * Reads what is counted once per group: answers, cells, prompts, citations, how similar the answers of a cell are, and
 * in how many prompts each brand is mentioned or has a gap.
 */
import { z } from "zod"
import { idRow } from "@/domain/kernel/rows"
import { raw, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import { latestFinishedScan, loadProject } from "./chosen-scans"
import { metricsInput } from "./metrics-query"
import { roundedSum } from "./paired-cells-sql"
import { cellsOf, fullJoin, groupColumns, groupKey, type MetricsSelection } from "./query-sql"
import { wilsonHigh, wilsonLow } from "./wilson-sql"

/**
 * How similar the answers of a cell are (mean Jaccard similarity, 0 to 1), for `n` cells of single scans: the sum of
 * the similarities and of their squares.
 */
const similarity = z.object({ sum: z.number(), sum_sq: z.number(), n: z.int() })
export type Similarity = z.infer<typeof similarity>

const groupCounts = z.object({
  /** As `groupKey` returns it. */
  group_key: z.string(),
  answers_n: z.int(),
  cells_n: z.int(),
  prompts_n: z.int(),
  grounded_n: z.int(),
  citations_n: z.int(),
  /** Mentions of tracked brands. */
  mentions_n: z.int(),
  brand_similarity: similarity,
  domain_similarity: similarity,
})
const groupRow = groupCounts.extend({ is_total: z.boolean() })
export type GroupCounts = z.infer<typeof groupCounts>

/**
 * Returns the groups by key, and the totals over all of them. A cell that is in several groups, for example in two
 * weeks, counts once in the totals.
 */
export async function readGroups(
  selection: MetricsSelection,
): Promise<{ groups: Map<string, GroupCounts>; totals: GroupCounts }> {
  const similarityJson = (name: string) => sql`json_build_object('sum', ${roundedSum(raw(name))},
    'sum_sq', ${roundedSum(raw(`${name}_sq`))}, 'n', coalesce(sum(${raw(`${name}_n`)}), 0))`
  const counts = sql`coalesce(sum(answers), 0) as answers_n, coalesce(sum(grounded), 0) as grounded_n,
    coalesce(sum(citations), 0) as citations_n, coalesce(sum(mentions), 0) as mentions_n,
    ${similarityJson("brand")} as brand_similarity, ${similarityJson("domain")} as domain_similarity`
  const rows = await rowsPlannedPerCall(
    groupRow,
    sql`
      with cell as materialized (
        select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region,
          sum(c.answers) as answers, sum(c.grounded) as grounded, sum(c.citations) as citations, sum(c.brands_mentioned) as mentions,
          sum(c.brand_similarity) as brand, sum(c.brand_similarity ^ 2) as brand_sq, count(c.brand_similarity) as brand_n,
          sum(c.domain_similarity) as domain, sum(c.domain_similarity ^ 2) as domain_sq, count(c.domain_similarity) as domain_n
        from ${cellsOf(selection, "visibility_cell")}
        group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region)
      select false as is_total, group_key, count(*) as cells_n, count(distinct prompt_id) as prompts_n, ${counts}
      from cell group by group_key
      union all
      select true, '', (select count(*) from (select distinct prompt_id, engine_id, region from cell) distinct_cell),
        count(distinct prompt_id), ${counts}
      from cell`,
  )
  const groups = rows.filter((row) => !row.is_total)
  return {
    groups: new Map(groups.map((group) => [group.group_key, group])),
    totals: rows.find((row) => row.is_total) as GroupCounts,
  }
}

const promptCounts = z.object({
  group_key: z.string(),
  /** Number of prompts whose answers mention the brand, by brand id. */
  covered: z.record(z.string(), z.int()),
  gaps_n: z.int(),
  /** Prompts in which a gap is possible: all of them, or none without a brand of your own. */
  gaps_of_n: z.int(),
})
export type PromptCounts = z.infer<typeof promptCounts>

/**
 * Counts prompt by prompt. In a gap prompt, the visibility interval of some competitor lies entirely above your
 * brand's. Returns a map by group key.
 */
export async function readPrompts(selection: MetricsSelection): Promise<Map<string, PromptCounts>> {
  const rows = await rowsPlannedPerCall(
    promptCounts,
    sql`
      with ${promptTables(selection)},
      covered as (
        select group_key, json_object_agg(brand_id, n) as covered
        from (select group_key, brand_id, count(*)::int as n from prompt_brand group by group_key, brand_id) brand_count group by group_key)
      select prompt.group_key, coalesce(any_value(covered.covered), '{}') as covered, count(*) filter (where is_gap)::int as gaps_n,
        count(*) filter (where own_mentions is not null)::int as gaps_of_n
      from prompt left join covered on covered.group_key = prompt.group_key group by prompt.group_key`,
  )
  return new Map(rows.map((row) => [row.group_key, row]))
}

/**
 * Common table expressions: `prompt_brand` has one row per group, prompt and tracked brand that the answers mention,
 * and `prompt` one per group and prompt. `prompt_brand` is added up brand by brand: the groups of one brand fit in the
 * cache of the CPU, those of all brands do not.
 */
function promptTables(selection: MetricsSelection): Sql {
  const { team_id, project_id } = selection.project
  const key = groupKey(selection.query)
  const columns = groupColumns(selection.query)
  const trackedBrands = sql`
    select id, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')`
  const hasOwnBrand = sql`exists (select from (${trackedBrands}) brand where kind = 'own')`
  const competitorLow = wilsonLow(sql`(most_competitor_mentions / answers)`, sql`answers`)
  const ownHigh = wilsonHigh(sql`(own_mentions / answers)`, sql`answers`)
  return sql`
    prompt_answers as materialized (
      select ${key} as group_key, c.prompt_id, sum(c.answers)::float8 as answers
      from ${cellsOf(selection, "visibility_cell")} group by ${columns}, c.prompt_id),
    prompt_brand as materialized (
      select brand.id as brand_id, brand.kind, mentions.* from (${trackedBrands}) brand cross join lateral (
        select ${key} as group_key, c.prompt_id, sum(c.mentioned)::float8 as mentioned
        from ${cellsOf(selection, "visibility_cell_brand", sql` and c.brand_id = brand.id and c.mentioned > 0`)}
        group by ${columns}, c.prompt_id) mentions),
    prompt_mentions as (
      select group_key, prompt_id, max(mentioned) filter (where kind = 'competitor') as most_competitor_mentions,
        max(mentioned) filter (where kind = 'own') as own_mentions
      from prompt_brand group by group_key, prompt_id),
    counted as (
      select group_key, prompt_id, answers, most_competitor_mentions,
        case when ${hasOwnBrand} then coalesce(own_mentions, 0) end as own_mentions
      from ${fullJoin(sql`prompt_answers`, sql`prompt_mentions`, sql`group_key, prompt_id`)} joined),
    prompt as (
      select group_key, prompt_id, own_mentions, coalesce(${competitorLow} > ${ownHigh}, false) as is_gap from counted)`
}

/**
 * Returns the ids of the gap prompts of the latest finished scan, branded prompts included, from the answers of all
 * engines or of one. Throws "not found" when the team has no such project.
 */
export async function latestGaps(teamId: string, project_id: string, engine?: string): Promise<string[]> {
  const project = await loadProject(teamId, project_id)
  const query = metricsInput.parse({
    project_id,
    prompt_scope: "all",
    ...(engine !== undefined && { engine: [engine] }),
  })
  const scans = await latestFinishedScan(project)
  const gapPrompts = await rowsPlannedPerCall(
    idRow,
    sql`with ${promptTables({ project, scans, query })} select prompt_id as id from prompt where is_gap`,
  )
  return gapPrompts.map(({ id }) => id)
}
