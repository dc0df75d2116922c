/**
 * Writes everything that is counted once per scan: what its AI-visibility metrics are computed from, its citations by
 * source, and what it asked. Runs in the transaction that ends the scan or finishes its recount. Idempotent.
 */
import { join, type Prisma, raw, type Sql, sql } from "@/prisma/client"
import type { ScanRef } from "./scan"

export async function writeMetrics(tx: Prisma.TransactionClient, scan: ScanRef) {
  // An import writes the answers just before, in this transaction. As long as Postgres has no statistics of them, it
  // expects one row, and would compare every answer of the scan with every other in a nested loop. Only this setting
  // prevents that.
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'off', true)`)
  await writeVisibility(tx, scan)
  await countSources(tx, scan)
  await recordScanConfiguration(tx, scan)
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'on', true)`)
}

/**
 * Writes `visibility_cell`, `visibility_cell_brand` and `visibility_scan_brand`. Every count is a sum over answers, so
 * metrics of any group and period are ratios of sums (domain/visibility/ratios.ts).
 */
async function writeVisibility(tx: Prisma.TransactionClient, scan: ScanRef) {
  const { team_id, scan_id } = scan
  for (const table of [sql`visibility_cell`, sql`visibility_cell_brand`, sql`visibility_scan_brand`])
    await tx.$executeRaw(sql`delete from ${table} where team_id = ${team_id} and scan_id = ${scan_id}`)
  await tx.$executeRaw(cells(scan))
  await tx.$executeRaw(scanBrands(scan))
}

/**
 * Writes the cells and the brands of the cells, in the order of their primary keys, so that reads by scan or brand
 * touch few pages. A cell is one prompt on one engine in one region.
 */
const cells = (scan: ScanRef): Sql => sql`
  with ${brandTable(scan)},
  ${answerCounts(scan)},
  ${similarities},
  ${insertCells(scan)},
  ${brandCounts(scan)}
  ${insertBrandsOfCells(scan)}`

/** The columns that identify the cell of an answer `a`. */
const cellKey = sql`a.prompt_id, a.engine_id, a.region`

const brandTable = ({ team_id, project_id }: ScanRef) => sql`
  brand as materialized (
    select id, kind in ('own', 'competitor') as is_tracked from ai_brand
    where team_id = ${team_id} and project_id = ${project_id} and kind <> 'ignored')`

/** Step 1, answer_counts: one row per answer, with its brands and cited domains. */
const answerCounts = ({ team_id, scan_id }: ScanRef) => sql`
  answer_counts as materialized (
    select ${cellKey}, a.id, a.engine_config_hash, named.brands, named.brands_mentioned, cited.domains, cited.citations
    from answer a
    cross join lateral (
      select array_agg(m.brand_id) as brands, count(*) filter (where brand.is_tracked) as brands_mentioned
      from ${mentionsOf(team_id)} m join brand on brand.id = m.brand_id) named
    cross join lateral (
      select array_agg(distinct c.registrable_domain) as domains, count(*) as citations from ${citationsOf(team_id)} c) cited
    where a.team_id = ${team_id} and a.scan_id = ${scan_id})`

/** SQL for the number of names that two arrays share. */
const countShared = (x: Sql, y: Sql) =>
  sql`(select count(*) from unnest(${x}) as listed(name) where listed.name = any(${y}))`
/** SQL for the mean Jaccard similarity of arrays: shared names divided by all distinct names. */
const meanJaccard = (sharedN: Sql, x: Sql, y: Sql) =>
  sql`avg(${sharedN}::float8 / nullif(coalesce(cardinality(${x}), 0) + coalesce(cardinality(${y}), 0) - ${sharedN}, 0))`

/**
 * Step 2, similarity: per cell, the mean Jaccard similarity of every two answers x and y. Pairs in which neither names
 * anything are left out.
 */
const similarities = sql`similarity as (
  select prompt_id, engine_id, region, ${meanJaccard(sql`shared.brands`, sql`x.brands`, sql`y.brands`)} as brands,
    ${meanJaccard(sql`shared.domains`, sql`x.domains`, sql`y.domains`)} as domains
  from answer_counts x join answer_counts y using (prompt_id, engine_id, region)
  cross join lateral (
    select ${countShared(sql`x.brands`, sql`y.brands`)} as brands, ${countShared(sql`x.domains`, sql`y.domains`)} as domains offset 0) shared
  where x.id < y.id group by prompt_id, engine_id, region)`

/** Step 3, cell: inserts one row per cell. */
const insertCells = ({ team_id, project_id, scan_id }: ScanRef) => sql`
  cell as (
    insert into visibility_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, engine_config_hash, answers,
      brands_mentioned, brands_mentioned_sq, grounded, citations, citations_sq, brand_similarity, domain_similarity)
    select ${team_id}, ${project_id}, ${scan_id}, ${cellKey},
      case when min(a.engine_config_hash) = max(a.engine_config_hash) then min(a.engine_config_hash)
        else min(a.engine_config_hash) || '+' || max(a.engine_config_hash) end,
      count(*), sum(a.brands_mentioned), sum(a.brands_mentioned ^ 2), count(*) filter (where a.citations > 0), sum(a.citations),
      sum(a.citations ^ 2), max(s.brands), max(s.domains)
    from answer_counts a left join similarity s using (prompt_id, engine_id, region) group by ${cellKey} order by ${cellKey})`

/** The weight of a mention, by its rank: 1 for the first, then 0.63, 0.5 and so on. */
const prominence = sql`(ln(2::float8) / ln((1 + m.rank)::float8))`

/** Step 4, brand_counts: per cell and brand, one row about its mentions and one row about its citations. */
const brandCounts = ({ team_id }: ScanRef) => sql`
  brand_counts as (
    select ${cellKey}, m.brand_id, count(*) as mentioned, sum(a.brands_mentioned) as brands_beside,
      count(*) filter (where m.rank <= 1) as top1, count(*) filter (where m.rank <= 3) as top3,
      sum(m.rank) as rank_sum, sum(m.rank ^ 2) as rank_sq_sum,
      sum(${prominence}) as prominence_sum, sum(${prominence} ^ 2) as prominence_sq_sum,
      0 as cited, 0 as citations, 0 as citations_sq, 0 as citations_product,
      count(*) filter (where m.sentiment = 'positive') as positive, count(*) filter (where m.sentiment = 'neutral') as neutral,
      count(*) filter (where m.sentiment = 'negative') as negative
    from answer_counts a cross join lateral ${mentionsOf(team_id)} m group by ${cellKey}, m.brand_id
    union all
    select ${cellKey}, cited.brand_id, 0, 0, 0, 0, 0, 0, 0, 0,
      count(*), sum(cited.citations), sum(cited.citations ^ 2), sum(cited.citations * a.citations), 0, 0, 0
    from answer_counts a cross join lateral (
      select c.brand_id, count(*) as citations from ${citationsOf(team_id)} c where c.brand_id is not null group by c.brand_id) cited
    group by ${cellKey}, cited.brand_id)`

/** Step 5: inserts one row per cell and brand. */
const insertBrandsOfCells = ({ team_id, scan_id }: ScanRef) => sql`
  insert into visibility_cell_brand (team_id, scan_id, brand_id, prompt_id, engine_id, region, mentioned, brands_beside, top1, top3,
    rank_sum, rank_sq_sum, prominence_sum, prominence_sq_sum, cited, citations, citations_sq, citations_product, positive, neutral, negative)
  select ${team_id}, ${scan_id}, a.brand_id, ${cellKey}, sum(mentioned), sum(brands_beside), sum(top1), sum(top3), sum(rank_sum),
    sum(rank_sq_sum), sum(prominence_sum), sum(prominence_sq_sum), sum(cited), sum(citations), sum(citations_sq), sum(citations_product),
    sum(positive), sum(neutral), sum(negative)
  from brand_counts a join brand on brand.id = a.brand_id group by ${cellKey}, a.brand_id order by a.brand_id, ${cellKey}`

/** The columns of `visibility_cell_brand` that `visibility_scan_brand` has, too. */
const countsOfBrand = [
  ...["mentioned", "brands_beside", "top1", "top3", "rank_sum", "rank_sq_sum", "prominence_sum", "prominence_sq_sum"],
  ...["cited", "citations", "citations_sq", "citations_product", "positive", "neutral", "negative"],
]

/** Adds up the cells of the scan by engine, region and brand, for every brand that the scan looked for. */
const scanBrands = ({ team_id, project_id, scan_id }: ScanRef): Sql => sql`
  insert into visibility_scan_brand (team_id, scan_id, brand_id, engine_id, region, is_branded, answers, brands_mentioned,
    brands_mentioned_sq, grounded, all_citations, all_citations_sq, ${join(countsOfBrand.map(raw))})
  select ${team_id}, ${scan_id}, b.id, c.engine_id, c.region, p.is_branded, sum(c.answers), sum(c.brands_mentioned),
    sum(c.brands_mentioned_sq), sum(c.grounded), sum(c.citations), sum(c.citations_sq),
    ${join(countsOfBrand.map((name) => sql`coalesce(sum(counts.${raw(name)}), 0)`))}
  from visibility_cell c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team_id}
  join ai_brand b on b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored'
  left join visibility_cell_brand counts on counts.team_id = ${team_id} and counts.scan_id = ${scan_id} and counts.brand_id = b.id
    and counts.prompt_id = c.prompt_id and counts.engine_id = c.engine_id and counts.region = c.region
  where c.team_id = ${team_id} and c.scan_id = ${scan_id}
  group by b.id, c.engine_id, c.region, p.is_branded`

/** Mentions of answer `a`. `offset 0` makes Postgres look them up answer by answer through their index. */
const mentionsOf = (teamId: string) =>
  sql`(select * from mention where answer_id = a.id and team_id = ${teamId} offset 0)`

/** Citations of answer `a`, looked up in the same way. */
const citationsOf = (teamId: string) =>
  sql`(select * from citation where answer_id = a.id and team_id = ${teamId} and kind = 'cited' offset 0)`

/**
 * Counts the scan's citations by domain, page and source type. New and lost sources are found from these counts.
 */
async function countSources(tx: Prisma.TransactionClient, scan: ScanRef) {
  const { team_id, project_id, scan_id } = scan
  await tx.$executeRaw(sql`delete from ai_scan_source where team_id = ${team_id} and scan_id = ${scan_id}`)
  await tx.$executeRaw(sql`
    with cited as materialized (
      select c.answer_id, c.registrable_domain, c.url_canonical, c.brand_id, c.source_class
      from answer a cross join lateral ${citationsOf(team_id)} c
      where a.team_id = ${team_id} and a.scan_id = ${scan_id})
    insert into ai_scan_source (team_id, project_id, scan_id, listing, key, registrable_domain, brand_id, source_class, citations_n, answers_n)
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_domain', registrable_domain, registrable_domain, min(brand_id),
      mode() within group (order by source_class), count(*),
      count(distinct answer_id) from cited group by registrable_domain
    union all
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_url', url_canonical, min(registrable_domain), min(brand_id), min(source_class), count(*),
      count(distinct answer_id) from cited group by url_canonical
    union all
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_class', source_class, '', null, source_class, count(*), count(distinct answer_id)
    from cited group by source_class`)
}

/**
 * Records which prompts, regions and engine configurations the scan asked. Breaks in the series are found from this.
 */
async function recordScanConfiguration(tx: Prisma.TransactionClient, { team_id, project_id, scan_id }: ScanRef) {
  const tasks = sql`scan_task t where t.team_id = ${team_id} and t.scan_id = ${scan_id}`
  await tx.$executeRaw(sql`
    with asked as materialized (select array_agg(distinct t.prompt_id collate "C" order by t.prompt_id collate "C") as prompt_ids from ${tasks}),
    list as (insert into ai_prompt_list (team_id, project_id, id, prompt_ids)
      select ${team_id}, ${project_id}, md5(array_to_string(prompt_ids, ' ')), prompt_ids from asked where prompt_ids is not null
      on conflict (project_id, id) do nothing)
    update scan set asked = jsonb_build_object('prompts', md5(array_to_string(asked.prompt_ids, ' ')),
      'regions', (select jsonb_agg(distinct t.region collate "C" order by t.region collate "C") from ${tasks}),
      'engines', (select jsonb_agg(jsonb_build_object('id', id, 'config', config, 'model', model) order by id collate "C") from (
        select t.engine_id as id, string_agg(distinct answer.engine_config_hash, '+' order by answer.engine_config_hash) as config,
          string_agg(distinct answer.model_version, ', ' order by answer.model_version) as model
        from scan_task t left join answer
          on answer.task_id = t.id and answer.team_id = ${team_id} and answer.scan_id = ${scan_id}
        where t.team_id = ${team_id} and t.scan_id = ${scan_id} group by t.engine_id) asked_engine),
      'missing_n', (select count(*) from (select from ${tasks} group by t.prompt_id, t.engine_id, t.region having bool_and(t.status <> 'succeeded')) missing))
    from asked where scan.team_id = ${team_id} and scan.id = ${scan_id} and asked.prompt_ids is not null`)
}
