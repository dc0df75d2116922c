/** Reads what is the same for every brand of a group: answers, cells, prompts, citations, and how similar the answers of a cell are. */
import { raw, rows, sql } from "@/prisma/client"
import { cellsOf, groupKey, type Question } from "./query-sql"

/** A mean of `n` similarities: their sum and the sum of their squares. */
export type Similarity = { sum: number; sum_sq: number; n: number }

export type GroupCounts = {
  g: string
  answers_n: number
  cells_n: number
  prompts_n: number
  grounded_n: number
  citations_n: number
  /** Mentions of tracked brands. */
  mentions_n: number
  brands: Similarity
  domains: Similarity
}

/** Returns the groups by key, and the totals over all of them. A cell that is in several groups, for example in two weeks, counts once in the totals. */
export async function readGroups(
  question: Question,
): Promise<{ groups: Map<string, GroupCounts>; totals: GroupCounts }> {
  const similarity = (name: string) => sql`json_build_object('sum', coalesce(sum(${raw(name)}), 0),
    'sum_sq', coalesce(sum(${raw(`${name}_sq`)}), 0), 'n', sum(${raw(`${name}_n`)}))`
  const counts = sql`sum(answers) as answers_n, sum(grounded) as grounded_n, sum(citations) as citations_n, sum(mentions) as mentions_n,
    ${similarity("brand")} as brands, ${similarity("domain")} as domains`
  const found = await rows<GroupCounts & { is_total: boolean }>(sql`
    with cell as materialized (
      select ${groupKey(question.query)} as g, c.prompt_id, c.engine_id, c.region, sum(c.answers) as answers, sum(c.grounded) as grounded,
        sum(c.citations) as citations, sum(c.brands_mentioned) as mentions,
        sum(c.brand_similarity) as brand, sum(c.brand_similarity ^ 2) as brand_sq, count(c.brand_similarity) as brand_n,
        sum(c.domain_similarity) as domain, sum(c.domain_similarity ^ 2) as domain_sq, count(c.domain_similarity) as domain_n
      from ${cellsOf(question, "visibility_cell")} group by 1, 2, 3, 4)
    select false as is_total, g, count(*) as cells_n, count(distinct prompt_id) as prompts_n, ${counts} from cell group by g
    union all
    select true, '', (select count(*) from (select distinct prompt_id, engine_id, region from cell) d), count(distinct prompt_id), ${counts}
    from cell having count(*) > 0`)
  const groups = found.filter((row) => !row.is_total)
  return {
    groups: new Map(groups.map((group) => [group.g, group])),
    totals: found.find((row) => row.is_total) ?? { g: "", ...none },
  }
}

const noneSimilar = { sum: 0, sum_sq: 0, n: 0 }
const none = {
  answers_n: 0,
  cells_n: 0,
  prompts_n: 0,
  grounded_n: 0,
  citations_n: 0,
  mentions_n: 0,
  brands: noneSimilar,
  domains: noneSimilar,
}
