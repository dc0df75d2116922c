/** Counts a scan: its cells, and from them the rollups. Done in the transaction that finishes it; doing it again changes nothing. */
import { type Prisma, type Sql, sql } from "@/prisma/client"
import { countSources } from "./count-sources"
import { writeAsked } from "./write-asked"
import { writeRollups } from "./write-rollups"

export type ScanRef = { team_id: string; project_id: string; scan_id: string }

export async function writeFigures(tx: Prisma.TransactionClient, scan: ScanRef) {
  await tx.$executeRaw(sql`delete from ai_cell where team_id = ${scan.team_id} and scan_id = ${scan.scan_id}`)
  await tx.$executeRaw(brandCells(scan))
  await tx.$executeRaw(wholeCells(scan))
  await writeRollups(tx, scan)
  await countSources(tx, scan)
  await writeAsked(tx, scan)
}

const answersOf = ({ team_id, scan_id }: ScanRef): Sql =>
  sql`select id, prompt_id, engine_id, region, engine_config_hash from answer where team_id = ${team_id} and scan_id = ${scan_id}`

/** Runs of one cell that were asked of several configurations are a configuration of their own. */
const config = sql`case when min(a.engine_config_hash) = max(a.engine_config_hash) then min(a.engine_config_hash)
  else min(a.engine_config_hash) || '+' || max(a.engine_config_hash) end`

/** One row a cell and brand, also where the brand is never mentioned: a cell without mentions weighs as much as any other. */
function brandCells(scan: ScanRef): Sql {
  const { team_id, project_id, scan_id } = scan
  return sql`
    with a as materialized (${answersOf(scan)}),
    cited as (select c.answer_id, c.brand_id, count(*) as n from a join citation c on c.answer_id = a.id
      where c.kind = 'cited' and c.brand_id is not null group by 1, 2)
    insert into ai_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, brand_id, engine_config_hash, runs_n, mentioned_n, cited_n,
      top1_n, top3_n, rank_sum, prominence_sum, citations_n, sentiment_positive_n, sentiment_neutral_n, sentiment_negative_n)
    select ${team_id}, ${project_id}, ${scan_id}, a.prompt_id, a.engine_id, a.region, b.id, ${config}, count(*), count(m.rank),
      count(c.n), count(*) filter (where m.rank <= 1), count(*) filter (where m.rank <= 3), coalesce(sum(m.rank), 0),
      coalesce(sum(ln(2::float8) / ln((1 + m.rank)::float8)), 0), coalesce(sum(c.n), 0), count(*) filter (where m.sentiment = 'positive'),
      count(*) filter (where m.sentiment = 'neutral'), count(*) filter (where m.sentiment = 'negative')
    from a cross join ai_brand b
    left join mention m on m.answer_id = a.id and m.brand_id = b.id
    left join cited c on c.answer_id = a.id and c.brand_id = b.id
    where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored'
    group by a.prompt_id, a.engine_id, a.region, b.id`
}

/**
 * The cell itself: what its runs cite in all, and the mean Jaccard likeness of each two runs, by brands named and by
 * domains cited. Names are gathered into arrays first: a plan that does not lean on statistics, which a transaction full of new rows has not.
 */
function wholeCells(scan: ScanRef): Sql {
  const { team_id, project_id, scan_id } = scan
  const jaccard = (names: "brands" | "domains") => {
    const [x, y] = names === "brands" ? [sql`x.brands`, sql`y.brands`] : [sql`x.domains`, sql`y.domains`]
    const shared = sql`(select count(*) from unnest(${x}) as n(name) where n.name = any(${y}))`
    const either = sql`coalesce(cardinality(${x}), 0) + coalesce(cardinality(${y}), 0) - ${shared}`
    return sql`avg(${shared}::float8 / nullif(${either}, 0))`
  }
  return sql`
    with a as materialized (
      select a.*,
        (select array_agg(m.brand_id) from mention m where m.answer_id = a.id and m.team_id = ${team_id} and m.brand_id in (
          select b.id from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind <> 'ignored')) as brands,
        (select array_agg(distinct c.registrable_domain) from citation c where c.answer_id = a.id and c.team_id = ${team_id} and c.kind = 'cited') as domains,
        (select count(*) from citation c where c.answer_id = a.id and c.team_id = ${team_id} and c.kind = 'cited') as cited
      from (${answersOf(scan)}) a),
    likeness as (
      select x.prompt_id, x.engine_id, x.region, ${jaccard("brands")} as brands, ${jaccard("domains")} as domains
      from a x join a y on x.prompt_id = y.prompt_id and x.engine_id = y.engine_id and x.region = y.region and x.id < y.id group by 1, 2, 3)
    insert into ai_cell (team_id, project_id, scan_id, prompt_id, engine_id, region, brand_id, engine_config_hash, runs_n, mentioned_n,
      cited_n, citations_n, brand_jaccard, domain_jaccard)
    select ${team_id}, ${project_id}, ${scan_id}, a.prompt_id, a.engine_id, a.region, '', ${config}, count(*), count(a.brands),
      count(a.domains), sum(a.cited), max(l.brands), max(l.domains)
    from a left join likeness l on l.prompt_id = a.prompt_id and l.engine_id = a.engine_id and l.region = a.region
    group by a.prompt_id, a.engine_id, a.region`
}
