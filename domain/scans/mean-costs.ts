/** Average recent cost of an answer, by engine. */
import { rows, sql } from "@/prisma/client"

/**
 * Returns US dollars per answer by engine, from the latest scans, the project's before others of the team. Engines that report
 * no cost are missing.
 */
export async function meanCosts(teamId: string, projectId: string): Promise<Map<string, number>> {
  const found = await rows<{ engine_id: string; cost_usd: number }>(sql`
    with latest as (select id from scan
      where team_id = ${teamId} and trigger <> 'import' and tasks_succeeded > 0
      order by project_id = ${projectId} desc, created_at desc limit ${maxScans})
    select a.engine_id, avg(a.cost_usd) as cost_usd
    from latest cross join lateral (
      select engine_id, cost_usd from answer where team_id = ${teamId} and scan_id = latest.id limit ${maxAnswersPerScan}) a
    where a.cost_usd is not null group by 1`)
  return new Map(found.map(({ engine_id, cost_usd }) => [engine_id, cost_usd]))
}

const maxScans = 10
const maxAnswersPerScan = 500
