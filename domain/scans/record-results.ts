/**
 * Writes the results of tasks: answers, failures, costs and the scan's counts together, and only under a valid lease. A
 * lease that ended without its result is already counted as a billed attempt (`releaseLeasesQuery` in tasks.ts).
 */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { log } from "@/domain/kernel/log"
import { inTeam, rows, sql } from "@/prisma/client"
import type { OpenScan } from "./open-scan"
import { answerInserts, toAnswerRow } from "./record-answers"
import type { TaskResult } from "./task-result"
import { leaseSeconds, lockTasks } from "./tasks"

/**
 * Writes the results in one statement, so all or nothing. A result counts only under the lease it was asked with. If
 * the scan was canceled meanwhile, only its cost counts. Locks the tasks first, in the order of their ids (`lockTasks`
 * in tasks.ts), and the scan's row last, because other transactions wait for it.
 */
export async function recordResults(scan: OpenScan, results: readonly TaskResult[]): Promise<void> {
  const { team_id, scan_id } = scan
  const answerRows = results.flatMap((result) => ("answer" in result ? [toAnswerRow(result.answer)] : []))
  const taskIds = results.map(({ task }) => task.id)
  // The joined rows have the same ids, but Postgres has no statistics of them and would scan all tasks.
  const isResultTask = sql`t.id = any(${taskIds})`
  // Always true. Reading `written` makes Postgres run `new_citations` before it locks the scan's row.
  const waitForCitations = sql`sums.written >= 0`
  const isUnknown = sql`is_billed and cost_usd is null`
  await inTeam(team_id, () =>
    rows(sql`
      with locked_task as (${lockTasks(sql`team_id = ${team_id} and id = any(${taskIds})`)}),
      updated_task as (
        update scan_task t set attempts = t.attempts + 1, lease_token = null,
          status = case t.status when 'skipped' then t.status else result.status end,
          error_code = case t.status when 'skipped' then t.error_code else result.error_code end,
          due_at = case when t.status <> 'skipped' then now() + make_interval(secs => result.retry_in_seconds) end
        from locked_task, jsonb_to_recordset(${JSON.stringify(results.map(taskValues))}::jsonb) as result(id text, lease_token text, status text, error_code text,
          retry_in_seconds float8, is_billed boolean, cost_usd numeric)
        where t.team_id = ${team_id} and ${isResultTask} and t.id = locked_task.id and t.id = result.id and t.lease_token = result.lease_token
        returning t.id, t.status, t.reserved_usd, result.is_billed, result.cost_usd),
      ${answerInserts(
        scan,
        answerRows,
        sql`where exists (
        select from updated_task where updated_task.id = given_answer.task_id and updated_task.status = 'succeeded')`,
      )},
      sums as materialized (
        select (select count(*) from answer_to_write) as answers, (select count(*) from new_citations) as written,
          count(*) filter (where status = 'failed') as failed, count(*) filter (where is_billed) as billed,
          count(*) filter (where ${isUnknown}) as unknown, coalesce(sum(cost_usd), 0) as cost,
          coalesce(sum(reserved_usd) filter (where ${isUnknown}), 0) as expected
        from updated_task)
      update scan s set tasks_succeeded = s.tasks_succeeded + sums.answers, answers_valid = s.answers_valid + sums.answers,
        tasks_failed = s.tasks_failed + sums.failed, requests_billed = s.requests_billed + sums.billed, cost_usd = s.cost_usd + sums.cost,
        cost_unknown_n = s.cost_unknown_n + sums.unknown, expected_usd = s.expected_usd + sums.expected
      from sums where s.team_id = ${team_id} and s.id = ${scan_id} and ${waitForCitations}`),
  )
}

/** Returns the values to write to the task. `retry_in_seconds` is null if the task is not asked again. */
function taskValues(result: TaskResult) {
  const { task, cost } = result
  const common = { id: task.id, lease_token: task.lease_token, ...cost }
  if ("answer" in result) return { ...common, status: "succeeded", error_code: null, retry_in_seconds: null }
  const { error_code, retryInSeconds } = result
  return {
    ...common,
    status: retryInSeconds === null ? "failed" : "pending",
    error_code,
    retry_in_seconds: retryInSeconds,
  }
}

/**
 * Retries while Postgres is unreachable, for as long as a lease, so that received answers are not asked again. A result
 * that cannot be written does not affect the others; its task fails.
 */
async function recordWithRetries(scan: OpenScan, results: readonly TaskResult[]) {
  const deadline = performance.now() + leaseSeconds * 1_000
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    try {
      return await recordResults(scan, results)
    } catch (failure) {
      if (!databaseFailure(failure)) return recordSeparately(scan, results, failure)
      if (performance.now() > deadline) throw failure
      log.warn({ err: failure, results: results.length }, "could not store scan results; retrying")
      await sleep(waitMs)
    }
  }
}

async function recordSeparately(scan: OpenScan, results: readonly TaskResult[], failure: unknown): Promise<void> {
  const [first, ...others] = results
  if (others.length > 0 || !first) {
    for (const result of results) await recordWithRetries(scan, [result])
  } else if ("answer" in first) {
    log.error({ err: failure, task_id: first.task.id }, "could not store an answer; its question is marked as failed")
    await recordWithRetries(scan, [
      { task: first.task, cost: first.cost, error_code: "internal", retryInSeconds: null },
    ])
  } else throw failure
}

/** With two concurrent writes, Postgres always has the next write ready. */
const maxConcurrentWrites = 2

/** Batches results: results that arrive during a write are written together in the next one. */
export class ResultWriter {
  readonly #scan: OpenScan
  readonly #maxUnwritten: number
  /** Results that wait for the next write. */
  #waiting: TaskResult[] = []
  /** The number of results that wait or are being written. */
  #unwritten = 0
  #writing = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  /** While more than `maxUnwritten` results are unwritten, `add` waits. */
  constructor(scan: OpenScan, maxUnwritten: number) {
    this.#scan = scan
    this.#maxUnwritten = maxUnwritten
  }

  /** Throws, as `end` does, once a write has failed for good. Nothing more is written then. */
  async add(result: TaskResult): Promise<void> {
    this.#waiting.push(result)
    this.#unwritten++
    this.#write()
    while (this.#unwritten > this.#maxUnwritten && !this.#failure) await Promise.race(this.#writing)
    this.#throwFailure()
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    while (this.#writing.size > 0) await Promise.race(this.#writing)
    this.#throwFailure()
  }

  #write() {
    const isBatchLargeEnough = this.#waiting.length >= (this.#writing.size === 0 ? 1 : this.#maxUnwritten / 4)
    if (this.#failure || this.#writing.size >= maxConcurrentWrites || !isBatchLargeEnough) return
    const results = this.#waiting
    this.#waiting = []
    const writing: Promise<void> = recordWithRetries(this.#scan, results)
      .then(() => {
        this.#unwritten -= results.length
      })
      .catch((error) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#writing.delete(writing)
        this.#write()
      })
    this.#writing.add(writing)
  }

  #throwFailure() {
    if (this.#failure) throw this.#failure.error
  }
}
