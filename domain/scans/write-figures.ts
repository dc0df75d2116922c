/** Writes a scan's metrics: first its cells, then the rollups from them. Runs in the transaction that ends the scan. Idempotent. */
import { type Prisma, type Sql, sql } from "@/prisma/client"
import { countSources } from "./count-sources"
import { mentionsOf } from "./mentions-of"
import { writeAsked } from "./write-asked"
import { writeRollups } from "./write-rollups"

export type ScanRef = { team_id: string; project_id: string; scan_id: string }

export async function writeFigures(tx: Prisma.TransactionClient, scan: ScanRef) {
  await tx.$executeRaw(sql`delete from ai_cell where team_id = ${scan.team_id} and scan_id = ${scan.scan_id}`)
  await tx.$executeRaw(brandCells(scan))
  // This transaction wrote the rows, so Postgres has no statistics of them and expects one. It would pair runs and cells by nested
  // loops, which compare every answer of the scan with every other. Only this switch avoids that: SQL cannot ask for a hash join.
  // The plan's estimated cost is then absurd, which is harmless because every connection has JIT off (prisma/session-config.ts).
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'off', true)`)
  await tx.$executeRaw(wholeCells(scan))
  await writeRollups(tx, scan)
  await tx.$executeRaw(sql`select set_config('enable_nestloop', 'on', true)`)
  await countSources(tx, scan)
  await writeAsked(tx, scan)
}

const answersOf = ({ team_id, scan_id }: ScanRef): Sql =>
  sql`select id, prompt_id, engine_id, region, engine_config_hash from answer where team_id = ${team_id} and scan_id = ${scan_id}`

/** Runs of one cell with different configurations count as a configuration of their own. */
const config = sql`case when min(a.engine_config_hash) = max(a.engine_config_hash) then min(a.engine_config_hash)
  else min(a.engine_config_hash) || '+' || max(a.engine_config_hash) end`

/**
 * Writes one row per cell and brand, also for brands without mentions, because such a cell weighs as much as any other. The
 * plan must not depend on statistics: `offset 0` looks up mentions and citations answer by answer, and the results are added
 * to empty rows with "union all" instead of a join.
 */
function brandCells(scan: ScanRef): Sql {
  const { team_id, project_id, scan_id } = scan
  const cell = sql`a.prompt_id, a.engine_id, a.region`
  return sql`
    with a as materialized (${answersOf(scan)}),
    counted as (
      select ${cell}, b.id as brand_id, a.config, a.runs_n, 0 as mentioned_n, 0 as cited_n, 0 as top1_n, 0 as top3_n,
        0 as rank_sum, 0::float8 as prominence_sum, 0 as citations_n, 0 as positive_n, 0 as neutral_n, 0 as negative_n
      from (select ${cell}, ${config} as config, count(*) as runs_n from a group by 1, 2, 3) a
      cross join ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored'
      union all
      select ${cell}, m.brand_id, '', 0, count(*), 0, count(*) filter (where m.rank <= 1), count(*) filter (where m.rank <= 3), sum(m.rank),
        sum(ln(2::float8) / ln((1 + m.rank)::float8)), 0, count(*) filter (where m.sentiment = 'positive'),
        count(*) filter (where m.sentiment = 'neutral'), count(*) filter (where m.sentiment = 'negative')
      from a cross join lateral ${mentionsOf(team_id)} m group by 1, 2, 3, 4
      union all
      select ${cell}, c.brand_id, '', 0, 0, count(distinct a.id), 0, 0, 0, 0, count(*), 0, 0, 0
      from a cross join lateral (
        select * from citation where answer_id = a.id and team_id = ${team_id} and kind = 'cited' and brand_id is not null offset 0) c group by 1, 2, 3, 4)
    insert into ai_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, brand_id, engine_config_hash, runs_n, mentioned_n, cited_n,
      top1_n, top3_n, rank_sum, prominence_sum, citations_n, sentiment_positive_n, sentiment_neutral_n, sentiment_negative_n)
    select ${team_id}, ${project_id}, ${scan_id}, prompt_id, engine_id, region, brand_id, max(config), sum(runs_n), sum(mentioned_n), sum(cited_n),
      sum(top1_n), sum(top3_n), sum(rank_sum), sum(prominence_sum), sum(citations_n), sum(positive_n), sum(neutral_n), sum(negative_n)
    from counted group by prompt_id, engine_id, region, brand_id having sum(runs_n) > 0 order by prompt_id, engine_id, region, brand_id`
}

/**
 * Writes the row of the cell itself: all citations of its runs, and the mean Jaccard similarity of every two runs, by brands
 * mentioned and by domains cited. Names are aggregated into arrays first, because statistics are missing for new rows and the
 * plan must not depend on them.
 */
function wholeCells(scan: ScanRef): Sql {
  const { team_id, project_id, scan_id } = scan
  const shared = (x: Sql, y: Sql) => sql`(select count(*) from unnest(${x}) as n(name) where n.name = any(${y}))`
  const jaccard = (sharedN: Sql, x: Sql, y: Sql) =>
    sql`avg(${sharedN}::float8 / nullif(coalesce(cardinality(${x}), 0) + coalesce(cardinality(${y}), 0) - ${sharedN}, 0))`
  return sql`
    with a as materialized (
      select a.*,
        (select array_agg(m.brand_id) from ${mentionsOf(team_id)} m where m.brand_id in (
          select b.id from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored')) as brands,
        (select array_agg(distinct c.registrable_domain) from citation c where c.answer_id = a.id and c.team_id = ${team_id} and c.kind = 'cited') as domains,
        (select count(*) from citation c where c.answer_id = a.id and c.team_id = ${team_id} and c.kind = 'cited') as cited
      from (${answersOf(scan)}) a),
    likeness as (
      select x.prompt_id, x.engine_id, x.region, ${jaccard(sql`s.brands`, sql`x.brands`, sql`y.brands`)} as brands,
        ${jaccard(sql`s.domains`, sql`x.domains`, sql`y.domains`)} as domains
      from a x join a y on x.prompt_id = y.prompt_id and x.engine_id = y.engine_id and x.region = y.region and x.id < y.id
      cross join lateral (select ${shared(sql`x.brands`, sql`y.brands`)} as brands, ${shared(sql`x.domains`, sql`y.domains`)} as domains offset 0) s
      group by 1, 2, 3)
    insert into ai_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, brand_id, engine_config_hash, runs_n, mentioned_n,
      cited_n, citations_n, brand_jaccard, domain_jaccard)
    select ${team_id}, ${project_id}, ${scan_id}, a.prompt_id, a.engine_id, a.region, '', ${config}, count(*), count(a.brands),
      count(a.domains), sum(a.cited), max(l.brands), max(l.domains)
    from a left join likeness l on l.prompt_id = a.prompt_id and l.engine_id = a.engine_id and l.region = a.region
    group by a.prompt_id, a.engine_id, a.region`
}
