/** Sums of pooled cells, prompt by prompt and then brand by brand, as SQL. */
import { sql } from "@/prisma/client"

/** Of each group, brand ("" is the answers themselves) and prompt of `pooled`; `rate` is the sum of mention rates over its cells. */
export const promptCounts = sql`
  select g, brand_id, prompt_id, count(*) as cells, sum(m) as m, sum(k) as k, sum(k::float8 / m) as rate, sum(1::float8 / m) as inverse,
    sum(cited) as cited, sum(top1) as top1, sum(top3) as top3, sum(rank_sum) as rank_sum, sum(prominence_sum) as prominence_sum,
    sum(citations) as citations, sum(positive) as positive, sum(neutral) as neutral, sum(negative) as negative,
    coalesce(sum(brand_jaccard / nullif(brand_pairs, 0)), 0) as brand_likeness, count(brand_jaccard) as brand_likeness_n,
    coalesce(sum(domain_jaccard / nullif(domain_pairs, 0)), 0) as domain_likeness, count(domain_jaccard) as domain_likeness_n
  from pooled group by g, brand_id, prompt_id`

/** Of each group and tracked brand of `prompt`, whichever rows are asked for. */
export const trackedCounts = (teamId: string) => sql`
  select p.g, b.id, b.name, b.kind, sum(rate) / sum(cells) as visibility, sum(cells) ^ 2 / sum(inverse) as effective_n, sum(m)::int as m, sum(k)::int as k, sum(cited)::int as cited,
    sum(top1)::int as top1, sum(top3)::int as top3, sum(rank_sum)::int as rank_sum, sum(prominence_sum) as prominence_sum,
    sum(citations)::int as citations, sum(positive)::int as positive, sum(neutral)::int as neutral, sum(negative)::int as negative,
    (count(*) filter (where k > 0))::int as covered_n, (sum(sum(k)) over (partition by p.g))::int as all_k
  from prompt p join ai_brand b on b.id = p.brand_id and b.team_id = ${teamId} and b.kind in ('own', 'competitor')
  group by p.g, b.id, b.name, b.kind`
