/** Counts the prompts that were added and removed when a panel changed, among the prompts that the query covers. */
import { rows, type Sql, sql } from "@/prisma/client"
import type { VisibilityProject } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"
import { promptConditions } from "./query-sql"
import type { FoundBreak } from "./series-breaks"

type Change = { added_n: number; removed_n: number }

/** Returns the breaks with their counts. Drops panel changes that do not affect the query's prompts. */
export async function countPanelChanges(
  { team_id, project_id }: VisibilityProject,
  breaks: readonly FoundBreak[],
  query: MetricsQuery,
): Promise<FoundBreak[]> {
  const pairs = [...new Map(breaks.flatMap(({ lists }) => (lists ? [[lists.join(" "), lists]] : []))).values()]
  if (pairs.length === 0) return [...breaks]
  const prompts = sql`select p.id from ai_prompt p where p.team_id = ${team_id} and p.project_id = ${project_id}${promptConditions(query)}`
  /** SQL for the number of `prompt` rows that are in one list and not in the other. */
  const without = (one: Sql, other: Sql) => sql`(
    select count(*)::int from unnest(${one}) as l(id) join prompt using (id) left join unnest(${other}) as r(id) using (id) where r.id is null)`
  const [before, after] = [sql`b.prompt_ids`, sql`a.prompt_ids`]
  const changes = await rows<Change & { pair: string }>(sql`
    with prompt as materialized (${prompts})
    select b.id || ' ' || a.id as pair, ${without(after, before)} as added_n, ${without(before, after)} as removed_n
    from unnest(${pairs.map(([was]) => was)}::text[], ${pairs.map(([, is]) => is)}::text[]) as pair(before, after)
    join ai_prompt_list b on b.team_id = ${team_id} and b.project_id = ${project_id} and b.id = pair.before
    join ai_prompt_list a on a.team_id = ${team_id} and a.project_id = ${project_id} and a.id = pair.after`)
  const byPair = new Map(changes.map(({ pair, added_n, removed_n }) => [pair, { added_n, removed_n }]))
  return breaks.flatMap((found) => {
    if (!found.lists) return [found]
    const change = byPair.get(found.lists.join(" "))
    return change && change.added_n + change.removed_n > 0 ? [{ ...found, ...change }] : []
  })
}
