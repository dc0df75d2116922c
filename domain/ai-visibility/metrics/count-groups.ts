/** Counts what metrics are made of: for each group and tracked brand, and for all of them together. One statement. */
import { rows, sql } from "@/prisma/client"
import { promptCounts, trackedCounts } from "./brand-counts-sql"
import { askedBrands, pooledCells } from "./cells"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { gapCounts } from "./gap-counts-sql"
import type { MetricsQuery } from "./metrics-query"

/** What is about answers, whatever the brand. */
export type WholeCounts = {
  answers_n: number
  cells_n: number
  prompts_n: number
  grounded_n: number
  citations_n: number
  /** The sum over cells of how alike its runs are, by brands named; `_n` cells have two runs that can be compared. */
  brand_likeness: number
  brand_likeness_n: number
  domain_likeness: number
  domain_likeness_n: number
}

export type GroupCounts = WholeCounts & {
  /** Prompts where some competitor is clearly ahead of the own brand, of those in which the own brand is counted. */
  gaps_n: number
  gaps_of_n: number
}

export type BrandCounts = {
  g: string
  brand: { id: string; name: string; kind: "own" | "competitor" }
  /** The mean of k / m over cells. */
  visibility: number
  /** As many answers, spread evenly over the cells, would tell as much of visibility (Kish): `m` where all cells have equally many. */
  effective_n: number
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
  whole: GroupCounts
}

export type Counted = { rows_total: number; rows: BrandCounts[]; totals: WholeCounts & { mentions_n: number } }

export async function countGroups(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  limit: number,
): Promise<Counted> {
  const [found] = await rows<Counted>(sql`
    with pooled as materialized (${pooledCells(scene, scans, query)}),
    prompt as materialized (${promptCounts}),
    whole as (
      select g, sum(m)::int as answers_n, sum(cells)::int as cells_n, count(*)::int as prompts_n, sum(cited)::int as grounded_n, sum(citations)::int as citations_n,
        sum(brand_likeness) as brand_likeness, sum(brand_likeness_n)::int as brand_likeness_n, sum(domain_likeness) as domain_likeness,
        sum(domain_likeness_n)::int as domain_likeness_n
      from prompt where brand_id = '' group by g),
    gap as (${gapCounts(scene.team_id)}),
    tracked as (${trackedCounts(scene.team_id)}),
    asked as (select b.*, row_number() over (order by g collate "C", round(visibility::numeric, 12) desc, k desc, lower(name), id) as n from tracked b where ${askedBrands(query)}),
    cell as (
      select prompt_id, sum(m) as m, sum(cited) as cited, sum(citations) as citations, sum(brand_jaccard) / nullif(sum(brand_pairs), 0) as brand_jaccard,
        sum(domain_jaccard) / nullif(sum(domain_pairs), 0) as domain_jaccard
      from pooled where brand_id = '' group by prompt_id, engine_id, region)
    select (select count(*)::int from asked) as rows_total,
      (select coalesce(json_agg(json_build_object('g', a.g, 'brand', json_build_object('id', a.id, 'name', a.name, 'kind', a.kind),
        'visibility', a.visibility, 'effective_n', a.effective_n, 'm', a.m, 'k', a.k, 'cited', a.cited, 'top1', a.top1, 'top3', a.top3, 'rank_sum', a.rank_sum,
        'prominence_sum', a.prominence_sum, 'citations', a.citations, 'positive', a.positive, 'neutral', a.neutral, 'negative', a.negative,
        'covered_n', a.covered_n, 'all_k', a.all_k, 'whole', (select row_to_json(w) from (
          select whole.*, coalesce(gap.gaps_n, 0) as gaps_n, coalesce(gap.gaps_of_n, 0) as gaps_of_n) w)) order by a.n), '[]')
        from asked a join whole on whole.g = a.g left join gap on gap.g = a.g where a.n <= ${limit}) as rows,
      (select row_to_json(t) from (
        select coalesce(sum(m), 0)::int as answers_n, count(*)::int as cells_n, count(distinct prompt_id)::int as prompts_n, coalesce(sum(cited), 0)::int as grounded_n,
          coalesce(sum(citations), 0)::int as citations_n, coalesce(sum(brand_jaccard), 0) as brand_likeness, count(brand_jaccard)::int as brand_likeness_n,
          coalesce(sum(domain_jaccard), 0) as domain_likeness, count(domain_jaccard)::int as domain_likeness_n,
          (select coalesce(sum(k), 0)::int from tracked) as mentions_n from cell) t) as totals`)
  return found as Counted
}
