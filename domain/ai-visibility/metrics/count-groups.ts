/** Counts what metrics are made of: for each group and tracked brand, and for all of them together. One statement. */
import { rows, sql } from "@/prisma/client"
import { askedBrands, pooledCells } from "./cells"
import type { ChosenScan, ProjectScene } from "./chosen-scans"
import type { MetricsQuery } from "./metrics-query"

/** What is about a group's answers, whatever the brand. */
export type WholeCounts = {
  answers_n: number
  cells_n: number
  prompts_n: number
  grounded_n: number
  citations_n: number
  brand_jaccard: number | null
  domain_jaccard: number | null
}

export type BrandCounts = {
  g: string
  brand: { id: string; name: string; kind: "own" | "competitor" }
  /** The mean of k / m over cells; where all m are alike it is exactly k / m of the sums. */
  visibility: number
  m: number
  k: number
  cited: number
  top1: number
  top3: number
  rank_sum: number
  prominence_sum: number
  citations: number
  positive: number
  neutral: number
  negative: number
  covered_n: number
  /** Mentions of all tracked brands in the group. */
  all_k: number
  whole: WholeCounts
}

export type Counted = { rows_total: number; rows: BrandCounts[]; totals: WholeCounts & { mentions_n: number } }

export async function countGroups(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  limit: number,
): Promise<Counted> {
  const whole = sql`coalesce(sum(m), 0)::int as answers_n, count(*)::int as cells_n, count(distinct prompt_id)::int as prompts_n, coalesce(sum(cited), 0)::int as grounded_n,
    coalesce(sum(citations), 0)::int as citations_n, avg(brand_jaccard) as brand_jaccard, avg(domain_jaccard) as domain_jaccard`
  const [found] = await rows<Counted>(sql`
    with pooled as materialized (${pooledCells(scene, scans, query)}),
    whole as (select g, ${whole} from pooled where brand_id = '' group by g),
    tracked as (
      select p.g, b.id, b.name, b.kind, case when min(m) = max(m) then sum(k)::float8 / sum(m) else avg(k::float8 / m) end as visibility, sum(m)::int as m, sum(k)::int as k, sum(cited)::int as cited,
        sum(top1)::int as top1, sum(top3)::int as top3, sum(rank_sum)::int as rank_sum, sum(prominence_sum) as prominence_sum,
        sum(citations)::int as citations, sum(positive)::int as positive, sum(neutral)::int as neutral, sum(negative)::int as negative,
        count(distinct prompt_id) filter (where k > 0)::int as covered_n, sum(sum(k)) over (partition by p.g)::int as all_k
      from pooled p join ai_brand b on b.id = p.brand_id and b.team_id = ${scene.team_id} and b.kind in ('own', 'competitor')
      group by p.g, b.id, b.name, b.kind),
    asked as (select b.*, row_number() over (order by g collate "C", visibility desc, k desc, lower(name), id) as n from tracked b where ${askedBrands(query)})
    select (select count(*)::int from asked) as rows_total,
      (select coalesce(json_agg(json_build_object('g', a.g, 'brand', json_build_object('id', a.id, 'name', a.name, 'kind', a.kind),
        'visibility', a.visibility, 'm', a.m, 'k', a.k, 'cited', a.cited, 'top1', a.top1, 'top3', a.top3, 'rank_sum', a.rank_sum,
        'prominence_sum', a.prominence_sum, 'citations', a.citations, 'positive', a.positive, 'neutral', a.neutral, 'negative', a.negative,
        'covered_n', a.covered_n, 'all_k', a.all_k, 'whole', row_to_json(w)) order by a.n), '[]')
        from asked a join whole w on w.g = a.g where a.n <= ${limit}) as rows,
      (select row_to_json(t) from (select ${whole}, (select coalesce(sum(k), 0)::int from tracked) as mentions_n from pooled where brand_id = '') t) as totals`)
  return found as Counted
}
