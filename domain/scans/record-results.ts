/**
 * Writes the results of tasks: answers, failures and the scan's counts together, and only under a valid lease. Cost and
 * billed requests are counted in any case.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { log } from "@/domain/kernel/log"
import { inTeam, rows, sql } from "@/prisma/client"
import type { OpenScan } from "./open-scan"
import { answerInserts, answerToWrite } from "./record-answers"
import type { TaskResult } from "./task-result"
import { leaseSeconds } from "./tasks"

/**
 * Writes the results in one statement, so all or nothing. A result counts only under the lease it was asked with:
 * canceling the scan removes the leases, and a later worker has a new one. The scan's row is locked last, because other
 * transactions wait for it.
 */
export async function recordResults(scan: OpenScan, results: readonly TaskResult[]): Promise<void> {
  const { team_id, scan_id } = scan
  const answersToWrite = results.flatMap((result) => ("answer" in result ? [answerToWrite(result.answer)] : []))
  // Repeats the ids that `r` contains, because without statistics the planner would otherwise scan all tasks.
  const isGivenTask = sql`t.id = any(${results.map(({ task }) => task.id)})`
  // Always true. Forces Postgres to run `new_citations` before the scan's row is locked.
  const areCitationsWritten = sql`n.written >= 0`
  // Also those whose lease has ended: the engine bills them, although their answers are discarded.
  const billed = results.filter(isBilled)
  const unknown = billed.filter((result) => costOf(result) === null).length
  await inTeam(team_id, () =>
    rows(sql`
      with done as (
        update scan_task t set status = r.status, error_code = r.error_code, attempts = t.attempts + 1, lease_token = null,
          due_at = now() + make_interval(secs => r.seconds)
        from jsonb_to_recordset(${JSON.stringify(results.map(outcomeOf))}::jsonb) as r(id text, lease_token text, status text, error_code text, seconds float8)
        where t.team_id = ${team_id} and ${isGivenTask} and t.id = r.id and t.lease_token = r.lease_token
        returning t.id, t.status),
      ${answerInserts(scan, answersToWrite, sql`where exists (select from done d where d.id = g.task_id)`)},
      sums as materialized (
        select (select count(*) from fresh) as answers, 
          (select count(*) from done where status = 'failed') as failed, (select count(*) from new_citations) as written)
      update scan s set tasks_succeeded = s.tasks_succeeded + n.answers, answers_valid = s.answers_valid + n.answers,
        tasks_failed = s.tasks_failed + n.failed, cost_usd = s.cost_usd + ${billed.reduce((sum, result) => sum + (costOf(result) ?? 0), 0)}::numeric,
        requests_billed = s.requests_billed + ${billed.length}::int, cost_unknown_n = s.cost_unknown_n + ${unknown}::int
      from sums n where s.team_id = ${team_id} and s.id = ${scan_id} and ${areCitationsWritten}`),
  )
}

/**
 * Engines bill answers, refusals, empty answers, requests that timed out, and answers that we failed to process
 * (`internal`). They do not bill requests that they reject or that fail on their side.
 */
const isBilled = (result: TaskResult) => "answer" in result || billedErrors.has(result.error_code)
const billedErrors = new Set<string>(["refused", "empty_answer", "timeout", "internal"])

/** The cost of an answer. The cost of a request without an answer is not known. */
const costOf = (result: TaskResult) => ("answer" in result ? (result.answer.asked?.cost_usd ?? null) : null)

const outcomeOf = (result: TaskResult) => ({
  id: result.task.id,
  lease_token: result.task.lease_token,
  status: "answer" in result ? "succeeded" : result.retryInSeconds === null ? "failed" : "pending",
  error_code: "answer" in result ? null : result.error_code,
  seconds: "answer" in result ? null : result.retryInSeconds,
})

/**
 * Retries while Postgres is unreachable, for as long as a lease, so that received answers are not asked again. A result
 * that cannot be written does not affect the others; its task fails.
 */
async function recordPersistently(scan: OpenScan, results: readonly TaskResult[]) {
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
    for (const result of results) await recordPersistently(scan, [result])
  } else if ("answer" in first) {
    log.error({ err: failure, task_id: first.task.id }, "could not store an answer; its question is marked as failed")
    await recordPersistently(scan, [{ task: first.task, error_code: "internal", retryInSeconds: null }])
  } else throw failure
}

/** Concurrent writes. With two, Postgres always has the next write ready. */
const maxAtOnce = 2

/** Batches results: results that arrive during a write are written together in the next one. */
export class ResultWriter {
  readonly #scan: OpenScan
  readonly #maxUnwritten: number
  #waiting: TaskResult[] = []
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
    if (this.#failure || this.#writing.size >= maxAtOnce || !isBatchLargeEnough) return
    const results = this.#waiting
    this.#waiting = []
    const writing: Promise<void> = recordPersistently(this.#scan, results)
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
