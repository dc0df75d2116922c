/**
 * Reports how many deliveries are queued in the whole installation, and for how long. Reads only the indexes of open
 * rows.
 */
import { acrossTeams, rows, sql } from "@/prisma/client"

export type QueueDepth = {
  pending: number
  leased: number
  held: number
  /** Delay of the most overdue delivery that only waits for a worker; 0 when none is overdue. */
  lag_seconds: number
  /** Age of the oldest pending delivery; 0 when none is pending. */
  oldest_pending_seconds: number
}

/** Across teams: an operator monitors a single queue. */
export async function queueDepth(): Promise<QueueDepth> {
  const [depth] = await acrossTeams(() => rows<QueueDepth>(statement))
  return depth as QueueDepth
}

const statement = sql`
  select o.*, (select count(*) from webhook_delivery where phase = 'held') as held
  from (
    select count(*) filter (where d.state = 'pending') as pending, count(*) filter (where d.state = 'leased') as leased,
      coalesce(extract(epoch from now() - min(d.created_at) filter (where d.state = 'pending')), 0) as oldest_pending_seconds,
      coalesce(extract(epoch from now() - min(d.next_attempt_at) filter (
        where d.state = 'pending' and d.next_attempt_at <= now() and e.state = 'active' and (e.paused_until is null or e.paused_until <= now()))), 0) as lag_seconds
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id
    where d.phase = 'open') o`
