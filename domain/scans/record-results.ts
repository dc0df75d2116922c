/** Writes what came of tasks: answers, failures and the scan's counts together, and only for whoever holds the lease. */
import { inTeam, type Prisma, prisma, sql } from "@/prisma/client"
import type { OpenScan } from "./open-scan"
import { recordAnswers } from "./record-answers"
import type { TaskResult } from "./task-result"

export async function recordResults(scan: OpenScan, results: readonly TaskResult[]): Promise<void> {
  await inTeam(scan.team_id, () => prisma.$transaction((tx) => write(tx, scan, results), { timeout: 30_000 }))
}

async function write(tx: Prisma.TransactionClient, scan: OpenScan, results: readonly TaskResult[]) {
  const { team_id, scan_id } = scan
  const records = results.map((result) => ({
    id: result.task.id,
    lease_token: result.task.lease_token,
    status: "answer" in result ? "succeeded" : result.retryInSeconds === null ? "failed" : "pending",
    error_code: "answer" in result ? null : result.error_code,
    seconds: "answer" in result ? null : result.retryInSeconds,
  }))
  // A cancelled scan has taken its tasks back: then none of these is running any more.
  const written = await tx.$queryRaw<{ id: string; status: string }[]>(sql`
    update scan_task t set status = r.status, error_code = r.error_code, attempts = t.attempts + 1, lease_token = null,
      due_at = now() + make_interval(secs => r.seconds)
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id text, lease_token text, status text, error_code text, seconds float8)
    where t.team_id = ${team_id} and t.scan_id = ${scan_id} and t.id = r.id and t.status = 'running' and t.lease_token = r.lease_token
    returning t.id, t.status`)
  const ids = new Set(written.map(({ id }) => id))
  const answers = results.flatMap((result) => ("answer" in result && ids.has(result.task.id) ? [result.answer] : []))
  await recordAnswers(tx, scan, answers)
  const failed = written.filter(({ status }) => status === "failed").length
  const cost = answers.reduce((sum, { asked }) => sum + (asked?.cost_usd ?? 0), 0)
  await tx.$executeRaw(sql`
    update scan set tasks_succeeded = tasks_succeeded + ${answers.length}, answers_valid = answers_valid + ${answers.length},
      tasks_failed = tasks_failed + ${failed}, cost_usd = cost_usd + ${cost}
    where team_id = ${team_id} and id = ${scan_id}`)
}

/** Gathers results while the ones before them are being written. */
export class ResultWriter {
  #waiting: TaskResult[] = []
  #writing: Promise<void> | undefined
  #failure: unknown

  constructor(readonly scan: OpenScan) {}

  /** Comes back at once, unless the writing has fallen behind. Throws what an earlier write threw. */
  async add(result: TaskResult) {
    this.#waiting.push(result)
    this.#writing ??= this.#write()
    if (this.#waiting.length >= mostWaiting) await this.#writing
    if (this.#failure) throw this.#failure
  }

  async end() {
    await this.#writing
    if (this.#failure) throw this.#failure
  }

  async #write() {
    try {
      while (this.#waiting.length > 0) await recordResults(this.scan, this.#waiting.splice(0, mostWritten))
    } catch (failure) {
      this.#failure = failure // told to whoever adds next; what was not written is asked again when its lease ends
    }
    this.#writing = undefined
  }
}

const mostWritten = 200
const mostWaiting = 1_000
