/**
 * Writes the rows that a scan's AI-visibility metrics are computed from: `visibility_cell`, `visibility_cell_brand` and
 * `visibility_scan_brand`. Every count is a sum over answers, so metrics of any group and period are ratios of sums.
 */
import { type Prisma, type Sql, sql } from "@/prisma/client"
import { mentionsOf } from "./mentions-of"

export type ScanRef = { team_id: string; project_id: string; scan_id: string }

/** Call in the transaction that ends the scan or replaces its metrics. Idempotent. */
export async function writeVisibility(tx: Prisma.TransactionClient, scan: ScanRef) {
  const { team_id, scan_id } = scan
  for (const table of [sql`visibility_cell`, sql`visibility_cell_brand`, sql`visibility_scan_brand`])
    await tx.$executeRaw(sql`delete from ${table} where team_id = ${team_id} and scan_id = ${scan_id}`)
  // This transaction wrote the answers, so Postgres has no statistics of them and expects one row. It would then compare every answer
  // of the scan with every other in a nested loop. Only this setting prevents that.
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'off', true)`)
  await tx.$executeRaw(cells(scan))
  await tx.$executeRaw(scanBrands(scan))
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'on', true)`)
}

/**
 * Writes the cells and the cells' brands. `fact` has one row per answer. `offset 0` makes Postgres look up mentions and citations
 * answer by answer through their index.
 */
function cells(scan: ScanRef): Sql {
  const { team_id, project_id, scan_id } = scan
  const cell = sql`a.prompt_id, a.engine_id, a.region`
  const citationsOf = sql`(select * from citation c where c.answer_id = a.id and c.team_id = ${team_id} and c.kind = 'cited' offset 0) c`
  const prominence = sql`(ln(2::float8) / ln((1 + m.rank)::float8))`
  return sql`
    with brand as materialized (
      select id, kind in ('own', 'competitor') as is_tracked from ai_brand
      where team_id = ${team_id} and project_id = ${project_id} and kind <> 'ignored'),
    fact as materialized (
      select ${cell}, a.id, a.engine_config_hash, m.brands, coalesce(m.brands_mentioned, 0) as brands_mentioned, c.domains, c.citations
      from answer a
      cross join lateral (
        select array_agg(m.brand_id) as brands, count(*) filter (where b.is_tracked) as brands_mentioned
        from ${mentionsOf(team_id)} m join brand b on b.id = m.brand_id) m
      cross join lateral (select array_agg(distinct c.registrable_domain) as domains, count(*) as citations from ${citationsOf}) c
      where a.team_id = ${team_id} and a.scan_id = ${scan_id}),
    ${similarities},
    cell as (
      insert into visibility_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, engine_config_hash, answers,
        brands_mentioned, brands_mentioned_sq, grounded, citations, citations_sq, brand_similarity, domain_similarity)
      select ${team_id}, ${project_id}, ${scan_id}, ${cell},
        case when min(a.engine_config_hash) = max(a.engine_config_hash) then min(a.engine_config_hash)
          else min(a.engine_config_hash) || '+' || max(a.engine_config_hash) end,
        count(*), sum(a.brands_mentioned), sum(a.brands_mentioned ^ 2), count(*) filter (where a.citations > 0), sum(a.citations),
        sum(a.citations ^ 2), max(s.brands), max(s.domains)
      from fact a left join similarity s using (prompt_id, engine_id, region) group by ${cell}),
    named as (
      select ${cell}, m.brand_id, count(*) as mentioned, sum(a.brands_mentioned) as brands_beside, count(*) filter (where m.rank <= 1) as top1,
        count(*) filter (where m.rank <= 3) as top3, sum(m.rank) as rank_sum, sum(m.rank ^ 2) as rank_sq_sum,
        sum(${prominence}) as prominence_sum, sum(${prominence} ^ 2) as prominence_sq_sum,
        0 as cited, 0 as citations, 0 as citations_sq, 0 as citations_product, count(*) filter (where m.sentiment = 'positive') as positive,
        count(*) filter (where m.sentiment = 'neutral') as neutral, count(*) filter (where m.sentiment = 'negative') as negative
      from fact a cross join lateral ${mentionsOf(team_id)} m group by ${cell}, m.brand_id
      union all
      select ${cell}, c.brand_id, 0, 0, 0, 0, 0, 0, 0, 0, count(*), sum(c.n), sum(c.n ^ 2), sum(c.n * a.citations), 0, 0, 0
      from fact a cross join lateral (select c.brand_id, count(*) as n from ${citationsOf} where c.brand_id is not null group by c.brand_id) c
      group by ${cell}, c.brand_id)
    insert into visibility_cell_brand (team_id, scan_id, brand_id, prompt_id, engine_id, region, mentioned, brands_beside, top1, top3,
      rank_sum, rank_sq_sum, prominence_sum, prominence_sq_sum, cited, citations, citations_sq, citations_product, positive, neutral, negative)
    select ${team_id}, ${scan_id}, a.brand_id, ${cell}, sum(mentioned), sum(brands_beside), sum(top1), sum(top3), sum(rank_sum),
      sum(rank_sq_sum), sum(prominence_sum), sum(prominence_sq_sum), sum(cited), sum(citations), sum(citations_sq), sum(citations_product),
      sum(positive), sum(neutral), sum(negative)
    from named a join brand b on b.id = a.brand_id group by ${cell}, a.brand_id`
}

/** Common table expression `similarity`: per cell, the mean Jaccard similarity of every two answers. Pairs that both name nothing are left out. */
const shared = (x: Sql, y: Sql) => sql`(select count(*) from unnest(${x}) as n(name) where n.name = any(${y}))`
const jaccard = (sharedN: Sql, x: Sql, y: Sql) =>
  sql`avg(${sharedN}::float8 / nullif(coalesce(cardinality(${x}), 0) + coalesce(cardinality(${y}), 0) - ${sharedN}, 0))`
const similarities = sql`similarity as (
  select prompt_id, engine_id, region, ${jaccard(sql`s.brands`, sql`x.brands`, sql`y.brands`)} as brands,
    ${jaccard(sql`s.domains`, sql`x.domains`, sql`y.domains`)} as domains
  from fact x join fact y using (prompt_id, engine_id, region)
  cross join lateral (select ${shared(sql`x.brands`, sql`y.brands`)} as brands, ${shared(sql`x.domains`, sql`y.domains`)} as domains offset 0) s
  where x.id < y.id group by prompt_id, engine_id, region)`

/** Adds the cells up, for every brand that the scan looked for. */
const scanBrands = ({ team_id, project_id, scan_id }: ScanRef): Sql => sql`
  insert into visibility_scan_brand (team_id, scan_id, brand_id, engine_id, region, is_branded, answers, brands_mentioned, grounded, all_citations,
    mentioned, top1, top3, rank_sum, prominence_sum, cited, citations, positive, neutral, negative)
  select ${team_id}, ${scan_id}, b.id, c.engine_id, c.region, p.is_branded, sum(c.answers), sum(c.brands_mentioned), sum(c.grounded), sum(c.citations),
    coalesce(sum(n.mentioned), 0), coalesce(sum(n.top1), 0), coalesce(sum(n.top3), 0), coalesce(sum(n.rank_sum), 0),
    coalesce(sum(n.prominence_sum), 0), coalesce(sum(n.cited), 0), coalesce(sum(n.citations), 0), coalesce(sum(n.positive), 0),
    coalesce(sum(n.neutral), 0), coalesce(sum(n.negative), 0)
  from visibility_cell c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team_id}
  join ai_brand b on b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored'
  left join visibility_cell_brand n on n.team_id = ${team_id} and n.scan_id = ${scan_id} and n.brand_id = b.id
    and n.prompt_id = c.prompt_id and n.engine_id = c.engine_id and n.region = c.region
  where c.team_id = ${team_id} and c.scan_id = ${scan_id}
  group by b.id, c.engine_id, c.region, p.is_branded`
