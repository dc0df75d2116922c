/** Counts the citations of a scan by domain, page and source type. New and lost sources and source types per scan are read from these. */
import { type Prisma, sql } from "@/prisma/client"

type CountedScan = { team_id: string; project_id: string; scan_id: string }

/**
 * Call in the transaction that writes the scan's metrics. Idempotent. `offset 0` makes Postgres look up citations answer by
 * answer in every plan.
 */
export async function countSources(tx: Prisma.TransactionClient, scan: CountedScan) {
  const { team_id, project_id, scan_id } = scan
  await tx.$executeRaw(sql`delete from ai_scan_source where team_id = ${team_id} and scan_id = ${scan_id}`)
  await tx.$executeRaw(sql`
    with cited as materialized (
      select c.answer_id, c.registrable_domain, c.url_canonical, c.brand_id, c.source_class
      from answer a cross join lateral (
        select * from citation where answer_id = a.id and team_id = ${team_id} and kind = 'cited' offset 0) c
      where a.team_id = ${team_id} and a.scan_id = ${scan_id})
    insert into ai_scan_source (team_id, project_id, scan_id, listing, key, registrable_domain, brand_id, source_class, citations_n, answers_n)
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_domain', registrable_domain, registrable_domain, min(brand_id), min(source_class), count(*),
      count(distinct answer_id) from cited group by registrable_domain
    union all
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_url', url_canonical, min(registrable_domain), min(brand_id), min(source_class), count(*),
      count(distinct answer_id) from cited group by url_canonical
    union all
    select ${team_id}, ${project_id}, ${scan_id}, 'cited_class', source_class, '', null, source_class, count(*), count(distinct answer_id)
    from cited group by source_class`)
}
