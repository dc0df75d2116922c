/**
 * Reads what is counted prompt by prompt: in how many prompts a brand is mentioned, and gap prompts, where the visibility interval of
 * some competitor lies entirely above your brand's.
 */
import { rows, type Sql, sql } from "@/prisma/client"
import { loadProject } from "./chosen-scans"
import { finished, scansWhere } from "./find-scans"
import { metricsInput } from "./metrics-query"
import { cellsOf, groupKey, hashed, type Question } from "./query-sql"
import { wilsonHigh, wilsonLow } from "./wilson-sql"

export type PromptCounts = {
  g: string
  /** Prompts whose answers mention the brand, by brand id. */
  covered: Record<string, number>
  gaps_n: number
  /** Prompts in which a gap is possible: all of them, or none without a brand of your own. */
  gaps_of_n: number
}

export async function readPrompts(question: Question): Promise<Map<string, PromptCounts>> {
  const found = await rows<PromptCounts>(sql`
    with ${prompts(question)},
    covered as (
      select g, json_object_agg(brand_id, n) as covered from (
        select g, brand_id, count(*)::int as n from named where mentioned > 0 group by 1, 2) b group by g)
    select p.g, coalesce(any_value(c.covered), '{}') as covered, count(*) filter (where is_gap)::int as gaps_n,
      count(*) filter (where p.own is not null)::int as gaps_of_n
    from prompt p left join covered c on c.g = p.g group by p.g`)
  return new Map(found.map((row) => [row.g, row]))
}

/** Common table expressions: `named` has one row per group, prompt and tracked brand, `prompt` one per group and prompt. */
function prompts(question: Question): Sql {
  const { team_id, project_id } = question.project
  const key = groupKey(question.query)
  const tracked = sql`select id, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')`
  return sql`
    asked as materialized (
      select ${key} as g, c.prompt_id, sum(c.answers)::float8 as answers from ${cellsOf(question, "visibility_cell")} group by 1, 2),
    named as materialized (
      select n.*, b.kind from (
        select ${key} as g, c.prompt_id, c.brand_id, sum(c.mentioned)::float8 as mentioned from ${cellsOf(question, "visibility_cell_brand")} group by 1, 2, 3) n
      join (${tracked}) b on b.id = n.brand_id),
    counted as (
      select g, prompt_id, max(answers) as answers, max(mentioned) filter (where kind = 'competitor') as best,
        case when exists (select from (${tracked}) b where kind = 'own') then coalesce(max(mentioned) filter (where kind = 'own'), 0) end as own
      from ${hashed(sql`asked`, sql`named`, sql`g, prompt_id`)} j group by g, prompt_id),
    prompt as (
      select g, prompt_id, own,
        coalesce(${wilsonLow(sql`(best / answers)`, sql`answers`)} > ${wilsonHigh(sql`(own / answers)`, sql`answers`)}, false) as is_gap
      from counted)`
}

/**
 * Returns the ids of the gap prompts of the latest finished scan, branded prompts included, from the answers of all engines or of one.
 * Throws "not found" when the team has no such project.
 */
export async function latestGaps(teamId: string, project_id: string, engine?: string): Promise<string[]> {
  const project = await loadProject(teamId, project_id)
  const query = metricsInput.parse({
    project_id,
    prompt_scope: "all",
    ...(engine !== undefined && { engine: [engine] }),
  })
  const scans = await scansWhere(project, project.timezone, finished, sql`limit 1`)
  const found = await rows<{ id: string }>(
    sql`with ${prompts({ project, scans, query })} select prompt_id as id from prompt where is_gap`,
  )
  return found.map(({ id }) => id)
}
