/** Sums the cells of a scan into rollups, so that queries over many scans do not have to read single cells. */
import { type Prisma, sql } from "@/prisma/client"
import { mentionsOf } from "./mentions-of"

type CountedScan = { team_id: string; project_id: string; scan_id: string }

/** Call in the transaction that wrote the cells, with nested loops turned off. Idempotent. */
export async function writeRollups(tx: Prisma.TransactionClient, { team_id, project_id, scan_id }: CountedScan) {
  const cells = sql`ai_cell c join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team_id}`
  const ofScan = sql`c.team_id = ${team_id} and c.scan_id = ${scan_id}`
  const ordered = sql`order by c.prompt_id collate "C"`
  const [whole, each] = [
    sql`filter (where c.brand_id = '')`,
    sql`c.engine_id, c.region, c.engine_config_hash, p.is_branded`,
  ]
  await tx.$executeRaw(sql`delete from ai_metric_rollup where team_id = ${team_id} and scan_id = ${scan_id}`)
  await tx.$executeRaw(sql`
    insert into ai_prompt_list (team_id, project_id, id, prompt_ids)
    select distinct ${team_id}, ${project_id}, md5(array_to_string(prompt_ids, ' ')), prompt_ids
    from (select array_agg(c.prompt_id ${ordered}) as prompt_ids from ${cells} where ${ofScan} and c.brand_id = '' group by ${each}) l
    on conflict (project_id, id) do nothing`)
  await tx.$executeRaw(sql`
    with named as materialized (
      select a.prompt_id, a.engine_id, a.region, m.brand_id, string_agg(chr(48 + 4 * m.rank + ${sentiment}), '' order by m.rank, m.sentiment) as mentions
      from (select id, prompt_id, engine_id, region from answer where team_id = ${team_id} and scan_id = ${scan_id}) a
      cross join lateral ${mentionsOf(team_id)} m group by 1, 2, 3, 4)
    insert into ai_metric_rollup (team_id, project_id, scan_id, is_branded, brand_id, engine_id, region, prompt_list_id, engine_config_hash, cells_n,
      cell_rate_sum, answers_n, mentioned_n, cited_n, top1_n, top3_n, rank_sum, prominence_sum, citations_n, sentiment_positive_n,
      sentiment_neutral_n, sentiment_negative_n, cells, mentions, cited, citations, brand_likeness, domain_likeness)
    select ${team_id}, ${project_id}, ${scan_id}, p.is_branded, c.brand_id, c.engine_id, c.region, md5(string_agg(c.prompt_id, ' ' ${ordered})),
      c.engine_config_hash, count(*), sum(c.mentioned_n::float8 / c.runs_n),
      sum(c.runs_n), sum(c.mentioned_n), sum(c.cited_n), sum(c.top1_n), sum(c.top3_n), sum(c.rank_sum), sum(c.prominence_sum), sum(c.citations_n),
      sum(c.sentiment_positive_n), sum(c.sentiment_neutral_n), sum(c.sentiment_negative_n),
      string_agg(chr(48 + case c.brand_id when '' then c.runs_n else c.mentioned_n end), '' ${ordered}), coalesce(string_agg(n.mentions, '' ${ordered}), ''),
      string_agg(chr(48 + c.cited_n), '' ${ordered}), string_agg(chr(48 + c.citations_n), '' ${ordered}),
      string_agg(float8send(coalesce(c.brand_jaccard, 'NaN')), '' ${ordered}) ${whole},
      string_agg(float8send(coalesce(c.domain_jaccard, 'NaN')), '' ${ordered}) ${whole}
    from ${cells} left join named n using (prompt_id, engine_id, region, brand_id) where ${ofScan} group by c.brand_id, ${each}`)
}

/** Sentiment codes as decoded by domain/ai-visibility/metrics/cell-details.ts. */
const sentiment = sql`case m.sentiment when 'positive' then 1 when 'neutral' then 2 when 'negative' then 3 else 0 end`
