/**
 * Leases tasks of a scan to processes, and releases them. Postgres records which tasks are due and which are leased.
 * The words of this folder:
 *
 * - Task (`scan_task`): one prompt for one engine in one region and run. It succeeds with one answer.
 * - Attempt: one try of a task, under one lease. A task has up to five attempts.
 * - Question: what an attempt asks the engine (`askEngine`).
 * - Request: one HTTP request to the engine. Most questions need one. A search that pauses needs several.
 * - Answer (`answer`): the stored result of a task that succeeded.
 * - Classification (`ai_judgement`): the sentiment of one answer, with its own leases and attempts.
 */
import { z } from "zod"
import { maxQuestionSeconds } from "@/domain/ai-engines/engine-client"
import { sampleEngineIds } from "@/domain/ai-engines/kinds"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { createLeaseToken } from "@/domain/kernel/process-lock"
import { processWide } from "@/domain/kernel/process-wide"
import { maxCallSeconds } from "@/domain/kernel/worker-thread"
import { prisma, rows, rowsIn, type Sql, sql } from "@/prisma/client"
import { isPaused } from "./engine-limits"
import type { ScanRef } from "./scan"
import { expectedAnswerCost, expectedByPrice, lockSpendCap, remainingAllowance } from "./spend-cap"

/** Maximum wait between a claim and its question. A task that has waited longer is released and claimed again. */
export const maxWaitSeconds = 30

/**
 * A worker thread finds mentions and sources, usually in milliseconds. It works on one call at a time. This time allows
 * for one earlier call that hangs.
 */
const maxExtractionSeconds = 2 * maxCallSeconds

/** Writing usually takes milliseconds. */
const maxWriteSeconds = 30

/**
 * The lease of a task. It lasts longer than the attempt, unless several extractions hang in a row. When it ends, the process is assumed dead, and another may
 * claim the task. A lease that ends too early would let two processes ask the same question, and both would be billed.
 *
 * The column `due_at` has two meanings. With a lease it is the time when the lease expires. Without one it is the
 * earliest time of the next attempt.
 */
export const leaseSeconds = maxWaitSeconds + maxQuestionSeconds + maxExtractionSeconds + maxWriteSeconds

/** A task fails after this many attempts. A lost lease counts as one, so a question cannot be asked without end. */
export const maxAttempts = 5

const taskRow = z.object({
  id: z.string(),
  prompt_id: z.string(),
  prompt: z.string(),
  engine_id: z.string(),
  region: z.string(),
  run_index: z.number(),
  attempts: z.number(),
  lease_token: z.string(),
})
export type Task = z.infer<typeof taskRow>

/**
 * Leases up to `limit` due tasks of one engine to the caller, and fewer if the team's spend cap allows fewer. Returns
 * none while the engine is paused. If the engine has a rate limit, call `reserveStarts` first. When the cap allows no
 * more, it fails the waiting tasks. When nothing is pending, it releases tasks with an expired lease and claims these.
 */
export async function claimTasks(
  scan: ScanRef,
  engine: TeamEngine,
  limit: number,
  { token = createLeaseToken(), now = new Date() } = {},
): Promise<Task[]> {
  const claim = () => claimPending(scan, engine, { limit, token, now })
  const tasks = await claim()
  if (tasks.length > 0) return tasks
  // Commits before the next claim, because it locks the scan's row. A claim that waits for tasks with this lock could
  // deadlock.
  const released = await prisma.$executeRaw(releaseExpiredQuery(scan, engine.id))
  return released > 0 ? claim() : []
}

type Claim = { limit: number; token: string; now: Date }

function claimPending(scan: ScanRef, engine: TeamEngine, { limit, token, now }: Claim): Promise<Task[]> {
  return prisma.$transaction(async (tx) => {
    if (engine.kind === "sample" || !(await lockSpendCap(tx, scan.team_id))) {
      const expectedUsd = expectedByPrice(engine, now)
      return rowsIn(tx, taskRow, claimQuery(scan, engine.id, { limit, token, expectedUsd }))
    }
    const allowance = await remainingAllowance(tx, scan.team_id, expectedAnswerCost(scan.team_id, engine, now), now)
    if ("error_code" in allowance) {
      await tx.$executeRaw(failQuery(scan, engine.id, allowance.error_code))
      return []
    }
    const { affordableAttempts, expectedUsd } = allowance
    const cappedLimit = Math.min(limit, affordableAttempts)
    return rowsIn(tx, taskRow, claimQuery(scan, engine.id, { limit: cappedLimit, token, expectedUsd }))
  })
}

type Lease = { limit: number; token: string; expectedUsd: number | null }

/**
 * Leases the first run of all prompts before the second, so that a scan that stops early has asked every question about
 * equally often. Retries come last.
 */
const claimQuery = ({ team_id, scan_id }: ScanRef, engineId: string, { limit, token, expectedUsd }: Lease) => sql`
  with due as (
    select id from scan_task where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId}
      and status = 'pending' and (due_at is null or due_at <= now())
      and not exists (select from team_engine where team_id = ${team_id} and engine_id = ${engineId} and ${isPaused})
    order by due_at nulls first, run_index limit ${limit} for update skip locked)
  update scan_task t set status = 'running', lease_token = ${token}, due_at = now() + make_interval(secs => ${leaseSeconds}),
    reserved_usd = ${expectedUsd}::numeric
  from due where t.id = due.id and t.team_id = ${team_id}
  returning t.id, t.prompt_id, ${promptOf(team_id)} as prompt, t.engine_id, t.region, t.run_index, t.attempts, t.lease_token`

/**
 * Text of the task's prompt. `offset 0` forces the index on the prompt's id: without statistics Postgres may choose the
 * team's index, which covers all of the team's prompts.
 */
const promptOf = (teamId: string) =>
  sql`(select p.text from (select * from ai_prompt where id = t.prompt_id offset 0) p where p.team_id = ${teamId})`

/** Makes running tasks with an expired lease pending again, or failed after their last attempt. */
const releaseExpiredQuery = ({ team_id, scan_id }: ScanRef, engineId: string) =>
  releaseLeasesQuery(
    sql`team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and status = 'running' and due_at <= now()`,
  )

/**
 * Releases the expired leases of skipped tasks, for all teams. No claim does, because their scan may have ended. Call
 * it in `acrossTeams`.
 */
export async function releaseExpiredLeasesOfSkipped(): Promise<void> {
  await rows(releaseLeasesQuery(sql`lease_token is not null and status = 'skipped' and due_at <= now()`))
}

/**
 * Whether the tasks were asked is not known, so each lease counts as an attempt and as a billed one without a known
 * cost. Sample engines bill nothing.
 */
const releaseLeasesQuery = (isExpired: Sql) => sql`
  with expired as (select id, team_id from scan_task where ${isExpired} for update skip locked),
  released as (
    update scan_task t set attempts = t.attempts + 1, lease_token = null, due_at = null,
      status = case when t.status = 'skipped' then t.status when t.attempts + 1 >= ${maxAttempts} then 'failed' else 'pending' end,
      error_code = case when t.status <> 'skipped' and t.attempts + 1 >= ${maxAttempts} then 'internal' else t.error_code end
    from expired e where t.id = e.id and t.team_id = e.team_id
    returning t.team_id, t.scan_id, t.status, t.reserved_usd, t.engine_id <> all(${[...sampleEngineIds]}) as is_billed),
  counted as (
    select team_id, scan_id, count(*) filter (where is_billed) as billed, count(*) filter (where status = 'failed') as failed,
      coalesce(sum(reserved_usd) filter (where is_billed), 0) as expected from released group by team_id, scan_id)
  update scan s set requests_billed = s.requests_billed + c.billed, cost_unknown_n = s.cost_unknown_n + c.billed,
    expected_usd = s.expected_usd + c.expected, tasks_failed = s.tasks_failed + c.failed
  from counted c where s.team_id = c.team_id and s.id = c.scan_id`

/**
 * SQL: locks the tasks in the order of their ids. Statements that wait for several tasks lock them this way, and before
 * the scan's row, so that no two of them wait for each other.
 */
export const lockTasks = (condition: Sql) => sql`select id from scan_task where ${condition} order by id for update`

/** SQL condition on a task that has no result yet. */
export const isOpenTask = sql`status in ('pending', 'running')`

/** SQL assignments that skip a task or a classification. A leased one may be asked already, so it keeps its lease. */
export const skipTask = sql`status = 'skipped', due_at = case when lease_token is not null then due_at end`

/** Releases claimed tasks that were not asked. Counts no attempt. */
export async function releaseTasks({ team_id }: ScanRef, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  const ids = tasks.map((task) => task.id)
  const tokens = tasks.map((task) => task.lease_token)
  await rows(sql`
    with locked as (${lockTasks(sql`team_id = ${team_id} and id = any(${ids})`)})
    update scan_task t set status = case t.status when 'skipped' then t.status else 'pending' end, lease_token = null, due_at = null
    from locked join unnest(${ids}::text[], ${tokens}::text[]) as r(id, lease_token) on r.id = locked.id
    where t.team_id = ${team_id} and t.id = any(${ids}) and t.id = locked.id and t.lease_token = r.lease_token`)
}

/** Fails all waiting tasks of an engine without asking them, because its circuit breaker is open. */
export async function failWaiting(scan: ScanRef, engineId: string, errorCode: string): Promise<void> {
  await rows(releaseExpiredQuery(scan, engineId))
  await rows(failQuery(scan, engineId, errorCode))
}

const failQuery = ({ team_id, scan_id }: ScanRef, engineId: string, errorCode: string) => sql`
  with locked as (
    ${lockTasks(sql`team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and status = 'pending'`)}),
  failed as (update scan_task t set status = 'failed', error_code = ${errorCode}, due_at = null
    from locked where t.team_id = ${team_id} and t.id = locked.id returning 1)
  update scan set tasks_failed = tasks_failed + (select count(*) from failed) where team_id = ${team_id} and id = ${scan_id}`

/**
 * Skips all open tasks of an engine that the team has turned off since. Tasks that are being asked keep their leases.
 */
export async function skipOpenTasks(scan: ScanRef, engineId: string): Promise<void> {
  const { team_id, scan_id } = scan
  await rows(releaseExpiredQuery(scan, engineId))
  await rows(sql`
    with locked as (
      ${lockTasks(sql`team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and ${isOpenTask}`)}),
    skipped as (update scan_task t set ${skipTask} from locked where t.team_id = ${team_id} and t.id = locked.id returning 1)
    update scan set tasks_skipped = tasks_skipped + (select count(*) from skipped) where team_id = ${team_id} and id = ${scan_id}`)
}

/** Recheck interval for running tasks: their lease can end early when their process is gone. */
const recheckSeconds = 5

/**
 * Returns how many tasks are open and in how many milliseconds the next one may be due, for all engines or for
 * `engineId`.
 */
export async function countOpenTasks({ team_id, scan_id }: ScanRef, engineId?: string) {
  const [found] = await rows(
    openRow,
    sql`
      select count(*)::int as open, greatest(0, coalesce(extract(epoch from min(case
        when t.status = 'running' then least(t.due_at, now() + make_interval(secs => ${recheckSeconds}))
        else greatest(t.due_at, e.next_question_at, now()) end) - now()) * 1000, 0))::float8 as due_in_ms
      from scan_task t left join team_engine e on e.team_id = t.team_id and e.engine_id = t.engine_id
      where t.team_id = ${team_id} and t.scan_id = ${scan_id} and t.status in ('pending', 'running')
        and (${engineId ?? null}::text is null or t.engine_id = ${engineId ?? null})`,
  )
  return found as { open: number; due_in_ms: number }
}

const openRow = z.object({ open: z.number(), due_in_ms: z.number() })

/**
 * The lease tokens that this process works with, from before their claim until their work is done. An untracked lease
 * of this process was committed by a claim whose response never arrived, for example because Postgres crashed.
 */
export const trackedLeases = (): Set<string> => processWide("tracked-scan-leases", () => new Set<string>())

/** Creates a token and tracks it. */
export function trackLease(): string {
  const token = createLeaseToken()
  trackedLeases().add(token)
  return token
}

/** Runs `work` with a token that is tracked until `work` ends. */
export async function withLease<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = trackLease()
  try {
    return await work(token)
  } finally {
    trackedLeases().delete(token)
  }
}
