/** Asks what is due of a scan. Any number of processes may do so at once, and any may be killed: no answer is asked for twice. */
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { inTeam, rows, sql } from "@/prisma/client"
import { endScan } from "./end-scan"
import { type OpenScan, takeUp } from "./open-scan"
import { ResultWriter } from "./record-results"
import { ask, type TaskResult } from "./task-result"
import { claimTasks, openTasks, postpone, type Task } from "./tasks"

/** Milliseconds until there is more to do, or null once it has ended. Nothing new is begun after `until`. */
export async function askScan(scanId: string, { until }: { until: Date }): Promise<number | null> {
  const scan = await takeUp(scanId)
  if (!scan) return null
  return inTeam(scan.team_id, async () => {
    await Promise.all(scan.engineIds.map((id) => askEngineOf(scan, id, until)))
    const { open, due_in_ms } = await openTasks(scan)
    if (open > 0) return due_in_ms
    await endScan(scan)
    return null
  })
}

async function askEngineOf(scan: OpenScan, engineId: string, until: Date) {
  const engine = scan.engines.get(engineId)
  if (!engine) return giveUp(scan, engineId)
  const writer = new ResultWriter(scan)
  const source = new TaskSource(scan, engine, until)
  const work = async () => {
    for (let task = await source.next(); task; task = await source.next()) {
      const result = await ask(scan, engine, task)
      await writer.add(result)
      await source.heed(result)
    }
  }
  await Promise.all(Array.from({ length: engine.concurrency }, work))
  await writer.end()
}

/** Hands out tasks of one engine, a batch of them claimed at a time. */
class TaskSource {
  #claimed: Task[] = []
  #claiming: Promise<void> | undefined
  #isOver = false

  constructor(
    readonly scan: OpenScan,
    readonly engine: TeamEngine,
    readonly until: Date,
  ) {}

  async next(): Promise<Task | undefined> {
    while (this.#claimed.length === 0 && !this.#isOver && Date.now() < this.until.getTime()) {
      this.#claiming ??= this.#claim()
      await this.#claiming
    }
    return this.#claimed.shift()
  }

  /** After "too many requests" this engine rests. */
  async heed(result: TaskResult) {
    if ("answer" in result || result.error_code !== "rate_limited" || result.retryInSeconds === null) return
    this.#isOver = true
    await postpone(this.scan, this.engine.id, result.retryInSeconds)
  }

  async #claim() {
    this.#claimed = await claimTasks(this.scan, this.engine.id, this.engine.concurrency)
    this.#isOver ||= this.#claimed.length === 0
    this.#claiming = undefined
  }
}

/** The team has switched it off since: what is open of it is not asked any more. */
async function giveUp({ team_id, scan_id }: OpenScan, engineId: string) {
  await rows(sql`
    with skipped as (update scan_task set status = 'skipped', lease_token = null, due_at = null
      where team_id = ${team_id} and scan_id = ${scan_id} and engine_id = ${engineId} and status in ('pending', 'running') returning 1)
    update scan set tasks_skipped = tasks_skipped + (select count(*) from skipped) where team_id = ${team_id} and id = ${scan_id}`)
}
