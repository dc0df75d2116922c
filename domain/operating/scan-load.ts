/** Counts open scans and questions in the whole installation, and reports their age. */
import { acrossTeams, rows, sql } from "@/prisma/client"
import { openScans } from "./scan-status"

export type ScanLoad = {
  queued: number
  running: number
  /** Scans with due questions that no process works on. */
  stuck: number
  /** Time since the oldest open scan was queued; 0 when none is open. */
  oldest_open_seconds: number
  /** Questions of open scans that were not asked yet or will be retried. */
  tasks_pending: number
  tasks_running: number
}

/** Across teams: an operator monitors all scans. */
export async function scanLoad(): Promise<ScanLoad> {
  const [load] = await acrossTeams(() => rows<ScanLoad>(statement))
  return load as ScanLoad
}

const statement = sql`
  with open as materialized (${openScans})
  select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
    count(*) filter (where state = 'stuck') as stuck,
    coalesce(extract(epoch from now() - min(queued_at)), 0) as oldest_open_seconds,
    coalesce(sum(tasks.pending), 0) as tasks_pending, coalesce(sum(tasks.running), 0) as tasks_running
  from (select team_id, id, state, queued_at from open) o
  cross join lateral (
    select count(*) filter (where t.status = 'pending') as pending, count(*) filter (where t.status = 'running') as running
    from scan_task t where t.team_id = o.team_id and t.scan_id = o.id and t.status in ('pending', 'running')) tasks`
