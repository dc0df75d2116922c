/**
 * Reports the load of the whole installation for monitoring: its open deliveries, its open scans, the open runs of its
 * background functions, and the database connections of this process. Reads only the indexes of open rows.
 */
import { z } from "zod"
import { acrossTeams, database, rows, sql } from "@/prisma/client"
import { openScans } from "./scan-status"

const queueDepthRow = z.object({
  pending: z.number(),
  leased: z.number(),
  held: z.number(),
  /**
   * Time since the first of the due deliveries became due. Excludes endpoints that are throttled or not active. 0 when no
   * delivery is due.
   */
  lag_seconds: z.number(),
  /** Age of the oldest pending delivery. 0 when none is pending. */
  oldest_pending_seconds: z.number(),
})
export type QueueDepth = z.infer<typeof queueDepthRow>

/** Across teams: all teams share one delivery queue. */
export async function queueDepth(): Promise<QueueDepth> {
  const [depth] = await acrossTeams(() => rows(queueDepthRow, queueDepthStatement))
  return depth as QueueDepth
}

const queueDepthStatement = sql`
  select open_deliveries.*, (select count(*) from webhook_delivery where phase = 'held') as held
  from (
    select count(*) filter (where d.state = 'pending') as pending, count(*) filter (where d.state = 'leased') as leased,
      coalesce(extract(epoch from now() - min(d.created_at) filter (where d.state = 'pending')), 0) as oldest_pending_seconds,
      coalesce(extract(epoch from now() - min(d.next_attempt_at) filter (
        where d.state = 'pending' and d.next_attempt_at <= now() and e.state = 'active'
          and (e.paused_until is null or e.paused_until <= now()))), 0) as lag_seconds
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id
    where d.phase = 'open') open_deliveries`

const scanLoadRow = z.object({
  queued: z.number(),
  running: z.number(),
  /** Scans that no process works on (scan-status.ts). */
  stuck: z.number(),
  /** Time since the oldest open scan was queued. 0 when none is open. */
  oldest_open_seconds: z.number(),
  /** Tasks of open scans that wait for their first attempt or a retry. */
  tasks_pending: z.number(),
  tasks_running: z.number(),
})
export type ScanLoad = z.infer<typeof scanLoadRow>

/** Across teams: an operator monitors all scans. */
export async function scanLoad(): Promise<ScanLoad> {
  const [load] = await acrossTeams(() => rows(scanLoadRow, scanLoadStatement))
  return load as ScanLoad
}

const scanLoadStatement = sql`
  with open as materialized (${openScans})
  select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
    count(*) filter (where state = 'stuck') as stuck,
    coalesce(extract(epoch from now() - min(queued_at)), 0) as oldest_open_seconds,
    coalesce(sum(tasks.pending), 0) as tasks_pending, coalesce(sum(tasks.running), 0) as tasks_running
  from open
  cross join lateral (
    select count(*) filter (where t.status = 'pending') as pending, count(*) filter (where t.status = 'running') as running
    from scan_task t where t.team_id = open.team_id and t.scan_id = open.id and t.status in ('pending', 'running')) tasks`

const functionRunRow = z.object({
  /** Runs that could continue now and that no process works on. */
  due: z.number(),
  running: z.number(),
  /** Runs that sleep or wait for a retry. */
  waiting: z.number(),
  /** How long the oldest due run has been due. 0 when none is due. */
  oldest_due_seconds: z.number(),
})
export type FunctionRunLoad = z.infer<typeof functionRunRow>

/** Open runs of the embedded function engine. All values are 0 when an Inngest server runs the functions. */
export async function functionRunLoad(): Promise<FunctionRunLoad> {
  const [load] = await rows(functionRunRow, functionRunStatement)
  return load as FunctionRunLoad
}

const functionRunStatement = sql`
  select count(*) filter (where is_due) as due, count(*) filter (where is_running) as running,
    count(*) filter (where not is_due and not is_running) as waiting,
    coalesce(extract(epoch from now() - min(due_at) filter (where is_due)), 0) as oldest_due_seconds
  from (
    select due_at, is_running, due_at <= now() and not is_running as is_due
    from (select due_at, coalesce(leased_until > now(), false) as is_running from engine_run where state = 'open') open_run) run`

export type ConnectionLoad = {
  total: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** `main` serves requests and background jobs; `webhooks` serves the delivery queue. */
export function connectionLoad(): Record<"main" | "webhooks", ConnectionLoad> {
  const { pool, queue } = database()
  return { main: loadOf(pool), webhooks: loadOf(queue) }
}

const loadOf = (pool: { totalCount: number; idleCount: number; waitingCount: number }) => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
