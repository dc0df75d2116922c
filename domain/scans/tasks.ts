/** The tasks of a scan: one prompt asked of one engine in one region, once. Postgres says which are due, and who asks them now. */
import { leaseToken } from "@/domain/deliveries/lease-holder"
import { rows, sql } from "@/prisma/client"
import type { ScanRef } from "./write-figures"

/** Longer than a question may wait at its asker and take: then whoever asked is gone, and another may. */
export const leaseSeconds = 180

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

/** Up to `most` tasks that are due at one engine, leased to the caller; none while the engine rests. */
export function claimTasks({ team_id, scan_id }: ScanRef, engineId: string, most: number): Promise<Task[]> {
  return rows<Task>(sql`
    with due as (
      select id from scan_task where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId}
        and status in ('pending', 'running') and (due_at is null or due_at <= now())
        and not exists (select from team_engine e where e.team_id = ${team_id} and e.engine_id = ${engineId}
          and e.per_minute is null and e.next_question_at > now())
      order by due_at nulls first limit ${most} for update skip locked)
    update scan_task t set status = 'running', lease_token = ${leaseToken()}, due_at = now() + make_interval(secs => ${leaseSeconds})
    from due where t.id = due.id and t.team_id = ${team_id}
    returning t.id, t.prompt_id, ${promptOf(team_id)} as prompt, t.engine_id, t.region, t.run_index, t.attempts, t.lease_token`)
}

/** By its id and no other index: without statistics that of the team looks as good, and holds all of its prompts. */
const promptOf = (teamId: string) =>
  sql`(select p.text from (select * from ai_prompt where id = t.prompt_id offset 0) p where p.team_id = ${teamId})`

/** Gives back what was claimed and not asked: no attempt is counted. */
export async function releaseTasks({ team_id }: ScanRef, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  const [ids, tokens] = [tasks.map((task) => task.id), tasks.map((task) => task.lease_token)]
  await rows(sql`
    update scan_task t set status = 'pending', lease_token = null, due_at = null
    from unnest(${ids}::text[], ${tokens}::text[]) as r(id, lease_token)
    where t.team_id = ${team_id} and t.id = any(${ids}) and t.id = r.id and t.status = 'running' and t.lease_token = r.lease_token`)
}

/** The engine is not asked any more: what waits for it has failed, unasked. */
export function failWaiting({ team_id, scan_id }: ScanRef, engineId: string, errorCode: string) {
  return rows(sql`
    with failed as (update scan_task set status = 'failed', error_code = ${errorCode}, lease_token = null, due_at = null
      where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId}
        and (status = 'pending' or status = 'running' and due_at <= now()) returning 1)
    update scan set tasks_failed = tasks_failed + (select count(*) from failed) where team_id = ${team_id} and id = ${scan_id}`)
}

/** The team has switched the engine off since: what is open of it is not asked any more. */
export function skipOpen({ team_id, scan_id }: ScanRef, engineId: string) {
  return rows(sql`
    with skipped as (update scan_task set status = 'skipped', lease_token = null, due_at = null
      where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and status in ('pending', 'running') returning 1)
    update scan set tasks_skipped = tasks_skipped + (select count(*) from skipped) where team_id = ${team_id} and id = ${scan_id}`)
}

/** What another asks now may be free at any moment: its process may be gone. */
const lookAgainSeconds = 5

/** How many are not done, and in how many milliseconds the next one may be due; `engineId`: of one engine alone. */
export async function openTasks({ team_id, scan_id }: ScanRef, engineId?: string) {
  const [found] = await rows<{ open: number; due_in_ms: number }>(sql`
    select count(*)::int as open, greatest(0, coalesce(extract(epoch from min(case
      when t.status = 'running' then least(t.due_at, now() + make_interval(secs => ${lookAgainSeconds}))
      else greatest(t.due_at, e.next_question_at, now()) end) - now()) * 1000, 0))::float8 as due_in_ms
    from scan_task t left join team_engine e on e.team_id = t.team_id and e.engine_id = t.engine_id
    where t.team_id = ${team_id} and t.scan_id = ${scan_id} and t.status in ('pending', 'running')
      and (${engineId ?? null}::text is null or t.engine_id = ${engineId ?? null})`)
  return found as { open: number; due_in_ms: number }
}
