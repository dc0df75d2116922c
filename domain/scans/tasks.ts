/** The tasks of a scan: one prompt asked of one engine in one region, once. Postgres says which are due, and who asks them now. */
import { randomUUID } from "node:crypto"
import { rows, sql } from "@/prisma/client"
import type { ScanRef } from "./write-figures"

/** Longer than any question may take: then whoever asked is gone, and another may. */
const leaseSeconds = 180

export type Task = {
  id: string
  prompt_id: string
  prompt: string
  engine_id: string
  region: string
  run_index: number
  attempts: number
  lease_token: string
}

/** Up to `most` tasks for one engine, leased to the caller. */
export function claimTasks({ team_id, scan_id }: ScanRef, engineId: string, most: number): Promise<Task[]> {
  return rows<Task>(sql`
    with due as (
      select id from scan_task where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId}
        and status in ('pending', 'running') and (due_at is null or due_at <= now())
      order by due_at nulls first limit ${most} for update skip locked)
    update scan_task t set status = 'running', lease_token = ${randomUUID()}, due_at = now() + make_interval(secs => ${leaseSeconds})
    from due, ai_prompt p where t.id = due.id and t.team_id = ${team_id} and p.id = t.prompt_id and p.team_id = ${team_id}
    returning t.id, t.prompt_id, p.text as prompt, t.engine_id, t.region, t.run_index, t.attempts, t.lease_token`)
}

/** The engine asked for a pause: none of its tasks is due before. */
export function postpone({ team_id, scan_id }: ScanRef, engineId: string, seconds: number) {
  return rows(sql`
    update scan_task set due_at = now() + make_interval(secs => ${seconds})
    where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and status = 'pending'
      and (due_at is null or due_at < now() + make_interval(secs => ${seconds}))`)
}

/** How many are not done, and in how many milliseconds the next one is due. */
export async function openTasks({ team_id, scan_id }: ScanRef): Promise<{ open: number; due_in_ms: number }> {
  const [found] = await rows<{ open: number; due_in_ms: number }>(sql`
    select count(*)::int as open, greatest(0, coalesce(extract(epoch from min(coalesce(due_at, now())) - now()) * 1000, 0))::float8 as due_in_ms
    from scan_task where team_id = ${team_id} and scan_id = ${scan_id} and status in ('pending', 'running')`)
  return found as { open: number; due_in_ms: number }
}
