/** Says when the next delivery can be attempted. */
import { acrossTeams, rows, sql } from "@/prisma/client"
import { teamMaySend } from "./may-send"
import { isPending } from "./pending"

/**
 * Returns null when nothing waits. A due delivery that its endpoint's pause or rate limit delays counts from the moment that
 * limit ends. A due delivery that waits for in-flight requests is not included: the worker that finishes those claims it.
 * Across teams: workers deliver for all teams.
 */
export async function nextDueAt(): Promise<string | null> {
  const [next] = await acrossTeams(() =>
    rows<{ at: string | null }>(sql`
      select min(at) as at from (
        (select next_attempt_at as at from webhook_delivery where ${isPending()} and next_attempt_at > now() order by 1 limit 1)
        union all
        select coalesce(e.paused_until, now() + interval '1 s' / e.max_per_second) from webhook_endpoint e join team t on t.id = e.team_id
        where ${teamMaySend()} and e.state = 'active' and (e.paused_until > now() or e.max_per_second is not null) and exists (
          select from webhook_delivery d where d.endpoint_id = e.id and ${isPending(sql`d`)} and d.next_attempt_at <= now())) due`),
  )
  return next?.at ?? null
}
