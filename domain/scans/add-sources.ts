/**
 * Adds the citations of answers to their project's totals per source, or removes them. A source is a domain or a page,
 * and each is counted as cited and as retrieved.
 */
import { acrossTeams, inTeam, longTransaction, type Prisma, rows, type Sql, sql } from "@/prisma/client"
import { type ScanRef, scanRef } from "./scan"

type Project = Pick<ScanRef, "team_id" | "project_id">

/** `answers`: SQL condition on `answer a`. None of these answers may have been counted before. */
export const addSources = (tx: Prisma.TransactionClient, project: Project, answers: Sql) =>
  changeTotals(tx, project, answers, 1)

/** `sign`: 1 adds the citations of the answers, -1 removes them. */
const changeTotals = (tx: Prisma.TransactionClient, project: Project, answers: Sql, sign: 1 | -1) =>
  tx.$executeRaw(sql`
    with ${citationsOf(project, answers)},
    ${pages},
    ${domains},
    ${counted},
    ${changeTally(project, sign)}
    ${changeSources(project, sign)}`)

/** Step 1, counted_citation: the citations of the answers. `offset 0` makes Postgres look them up answer by answer. */
const citationsOf = ({ team_id }: Project, answers: Sql) => sql`
  counted_citation as materialized (
    select a.asked_at, c.* from answer a cross join lateral (
      select answer_id, kind, registrable_domain, url_canonical, title, brand_id, source_class from citation
      where answer_id = a.id and team_id = ${team_id} offset 0) c
    where a.team_id = ${team_id} and ${answers})`

/**
 * Step 2, pages: the citations by page. An answer cites a page at most once (primary key of `citation`), so the
 * citations of a page are also its answers.
 */
const pages = sql`
  pages as (
    select kind, url_canonical, min(registrable_domain) as registrable_domain, max(title) as title, min(brand_id) as brand_id,
      min(source_class) as source_class, count(*)::int as citations_n, min(asked_at) as first, max(asked_at) as last
    from counted_citation group by kind, url_canonical)`

/** Step 3, domains: the citations by domain. */
const domains = sql`
  domains as (
    select kind, registrable_domain, min(brand_id) as brand_id, mode() within group (order by source_class) as source_class,
      count(*)::int as citations_n, count(distinct answer_id)::int as answers_n, min(asked_at) as first, max(asked_at) as last
    from counted_citation group by kind, registrable_domain)`

/** Step 4, counted: pages and domains as rows of `ai_source`. */
const counted = sql`
  counted as (
    select kind || '_domain' as listing, registrable_domain as key, registrable_domain, null as title, brand_id, source_class, citations_n,
      answers_n, first, last from domains
    union all
    select kind || '_url', url_canonical, registrable_domain, title, brand_id, source_class, citations_n,
      citations_n as answers_n, first, last from pages)`

/** Step 5: changes the number of the project's citations. */
const changeTally = ({ team_id, project_id }: Project, sign: number) => sql`
  total as (
    insert into row_tally as tally (team_id, relation, scope_id, status, rows)
    select ${team_id}, 'citation', ${project_id}, kind, ${sign}::int * count(*) from counted_citation group by kind order by kind
    on conflict (team_id, relation, scope_id, status) do update set rows = tally.rows + excluded.rows)`

/** Step 6: changes the totals per source, in the order of their key, so that concurrent calls do not deadlock. */
const changeSources = ({ team_id, project_id }: Project, sign: number) => sql`
  insert into ai_source as source (team_id, project_id, listing, key, registrable_domain, title, brand_id, source_class, citations_n, answers_n, first_seen_at, last_seen_at)
  select ${team_id}, ${project_id}, listing, key, registrable_domain, title, brand_id, source_class,
    ${sign}::int * citations_n, ${sign}::int * answers_n, first, last
  from counted order by listing, key
  on conflict (project_id, listing, key) do update set citations_n = source.citations_n + excluded.citations_n, answers_n = source.answers_n + excluded.answers_n,
    title = coalesce(source.title, excluded.title), first_seen_at = least(source.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(source.last_seen_at, excluded.last_seen_at)`

/** Adds all citations of a scan to which no more answers are written. Repeated calls add them only once. */
export async function addScanSources(tx: Prisma.TransactionClient, { team_id, project_id, scan_id }: ScanRef) {
  const marked = await tx.$executeRaw(sql`
    update scan set sources_counted = true where team_id = ${team_id} and id = ${scan_id} and not sources_counted`)
  if (marked > 0) await addSources(tx, { team_id, project_id }, sql`a.scan_id = ${scan_id}`)
}

/**
 * Removes all citations of a scan, and sources without other citations. Call it in the transaction that deletes the
 * scan, before its answers are deleted.
 */
export async function removeScanSources(tx: Prisma.TransactionClient, { team_id, project_id, scan_id }: ScanRef) {
  const marked = await tx.$executeRaw(sql`
    update scan set sources_counted = false where team_id = ${team_id} and id = ${scan_id} and sources_counted`)
  if (marked === 0) return
  await changeTotals(tx, { team_id, project_id }, sql`a.scan_id = ${scan_id}`, -1)
  await tx.$executeRaw(sql`
    delete from ai_source where team_id = ${team_id} and project_id = ${project_id} and citations_n <= 0`)
}

/**
 * Adds a canceled scan's citations to the project's totals. Its answers stay in the lists, so the totals must include
 * them. Call it once nothing more is written to the scan. Does nothing if the scan is not canceled or was added before.
 */
export async function addCanceledScanSources(scanId: string): Promise<void> {
  // Across teams, because the job only has the scan's id.
  const [scan] = await acrossTeams(() =>
    rows(
      scanRef,
      sql`
        select team_id, project_id, id as scan_id from scan where id = ${scanId} and status = 'canceled' and not sources_counted`,
    ),
  )
  if (scan) await inTeam(scan.team_id, () => longTransaction(100_000, (tx) => addScanSources(tx, scan)))
}
