/** Has the queries that reads of a project share: its lists, its existence, its latest scans, a domain's citations. */
import { notFound } from "@/domain/kernel/errors"
import { type List, listPage } from "@/domain/kernel/page"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import { rows, type Sql, sql } from "@/prisma/client"

/**
 * Returns one page of a list within a project. The caller's `where` must filter by team and project. `cursorScope[1]`
 * is the id of the requesting team.
 */
export async function listInProject<Row>(
  list: List<Row>,
  query: { project_id: string; limit: number; cursor?: string | undefined },
) {
  const page = await listPage(list, query)
  if (page.data.count === 0) await requireProject(list.cursorScope[1], query.project_id)
  return page
}

/**
 * Throws "not found" when the team has no such project. Call it when a result is empty: the project may belong to
 * another team.
 */
export async function requireProject(teamId: string, projectId: string) {
  const found = await rows(sql`select 1 from ai_project where team_id = ${teamId} and id = ${projectId}`)
  if (found.length === 0) throw notFound("AI-visibility project")
}

/** SQL for the time zone of a project: that of its client, or the team's if the client has none. */
export const timezoneOfProject = (teamId: string, projectId: string | Sql) => sql`(
  select coalesce(c.timezone, t.timezone) from ai_project p join client c on c.id = p.client_id and c.team_id = p.team_id
  join team t on t.id = p.team_id where p.team_id = ${teamId} and p.id = ${projectId})`

/** SQL that selects the project's latest finished scan, for use as a subquery in "from". */
export const latestScan = (teamId: string, projectId: Sql) => sql`${finishedScans(teamId, projectId)} limit 1`

/** SQL that selects the finished scan before the latest one. */
export const scanBeforeLatest = (teamId: string, projectId: Sql) =>
  sql`${finishedScans(teamId, projectId)} limit 1 offset 1`

/** SQL that selects the project's latest finished scans, at most `count` of them. */
export const latestScans = (teamId: string, projectId: Sql, count: number) =>
  sql`${finishedScans(teamId, projectId)} limit ${count}`

/** Latest first. Scans that ended at the same time, such as imported ones, are ordered by id. */
const finishedScans = (teamId: string, projectId: Sql) => sql`
  select s.id, s.finished_at, s.answers_valid from scan s where s.team_id = ${teamId} and s.project_id = ${projectId} and ${countsInTrends}
  order by s.finished_at desc, s.id desc`

/**
 * SQL for "from": the citations `c` of a domain, each with its answer `a`. `offset 0` makes Postgres find the answer by
 * its ID. If the statistics of Postgres do not contain the team yet, it would otherwise read all answers of the team for
 * each citation.
 */
export const citationsOfDomain = (teamId: string, projectId: string, domain: string) => sql`
  citation c cross join lateral (select * from answer where id = c.answer_id offset 0) a
  where c.team_id = ${teamId} and a.team_id = ${teamId} and c.project_id = ${projectId} and c.registrable_domain = ${domain}
    and c.kind = 'cited'`
