/** Adds the citations of answers to the totals per source of their project: domains and pages, cited and retrieved. */
import { acrossTeams, inTeam, longTransaction, type Prisma, rows, type Sql, sql } from "@/prisma/client"
import { type ScanRef, scanRef } from "./write-metrics"

type Project = Pick<ScanRef, "team_id" | "project_id">

/** `answers`: SQL condition on `answer a`. None of these answers may have been counted before. */
export async function addSources(tx: Prisma.TransactionClient, project: Project, answers: Sql) {
  await tx.$executeRaw(sql`
    with ${newCitations(project, answers)},
    ${pages},
    ${domains},
    ${counted},
    ${tally(project)}
    ${addToTotals(project)}`)
}

/** Step 1, new_citation: the citations of the answers. `offset 0` makes Postgres look them up answer by answer. */
const newCitations = ({ team_id }: Project, answers: Sql) => sql`
  new_citation as materialized (
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
    from new_citation group by kind, url_canonical)`

/** Step 3, domains: the citations by domain. */
const domains = sql`
  domains as (
    select kind, registrable_domain, min(brand_id) as brand_id, mode() within group (order by source_class) as source_class,
      count(*)::int as citations_n, count(distinct answer_id)::int as answers_n, min(asked_at) as first, max(asked_at) as last
    from new_citation group by kind, registrable_domain)`

/** Step 4, counted: pages and domains as rows of `ai_source`. */
const counted = sql`
  counted as (
    select kind || '_domain' as listing, registrable_domain as key, registrable_domain, null as title, brand_id, source_class, citations_n,
      answers_n, first, last from domains
    union all
    select kind || '_url', url_canonical, registrable_domain, title, brand_id, source_class, citations_n,
      citations_n as answers_n, first, last from pages)`

/** Step 5: adds to the number of the project's citations. */
const tally = ({ team_id, project_id }: Project) => sql`
  total as (
    insert into row_tally as tally (team_id, relation, scope_id, status, rows)
    select ${team_id}, 'citation', ${project_id}, kind, count(*) from new_citation group by kind order by kind
    on conflict (team_id, relation, scope_id, status) do update set rows = tally.rows + excluded.rows)`

/** Step 6: adds to the totals per source, in the order of their key, so that concurrent calls do not deadlock. */
const addToTotals = ({ team_id, project_id }: Project) => sql`
  insert into ai_source as source (team_id, project_id, listing, key, registrable_domain, title, brand_id, source_class, citations_n, answers_n, first_seen_at, last_seen_at)
  select ${team_id}, ${project_id}, listing, key, registrable_domain, title, brand_id, source_class, citations_n, answers_n, first, last
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
