/** Asks one engine the due tasks of a scan, within the engine's concurrency and rate limit, until a deadline. */
import { setTimeout as sleep } from "node:timers/promises"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import type { Deadline } from "@/domain/kernel/deadline"
import {
  type EngineHealth,
  engineHealthOf,
  engineLimiter,
  maxReserveAheadMs,
  openCircuitError,
  pauseEngine,
  reserveStarts,
} from "./engine-limits"
import { isRunning, type OpenScan } from "./open-scan"
import { ResultWriter } from "./record-results"
import { askTask, type TaskResult } from "./task-result"
import {
  claimTasks,
  countOpenTasks,
  failWaiting,
  maxWaitSeconds,
  releaseTasks,
  skipOpenTasks,
  type Task,
  trackedLeases,
  trackLease,
} from "./tasks"

/** Returns when no task of the engine is open, or when none becomes due before the deadline. */
export async function runEngineTasks(scan: OpenScan, engineId: string, deadline: Deadline): Promise<void> {
  const engine = scan.engines.get(engineId)
  if (!engine) return void (await skipOpenTasks(scan, engineId))
  const health = engineHealthOf(scan.scan_id, engineId)
  for (;;) {
    const circuitError = openCircuitError(health)
    if (circuitError) await failWaiting(scan, engineId, circuitError)
    const { open, due_in_ms } = await countOpenTasks(scan, engineId)
    if (open === 0 || due_in_ms >= deadline.remainingMs) return
    const hasAsked = !circuitError && due_in_ms === 0 && (await askDueTasks(scan, engine, health, deadline))
    if (!hasAsked) await sleep(Math.min(Math.max(due_in_ms, minPauseMs), maxPauseMs))
  }
}

/** The minimum gives other workers time to release their locks. The maximum makes the loop notice the deadline. */
const minPauseMs = 100
const maxPauseMs = 1_000

/** Asks until no task is due. Returns false if none was. */
async function askDueTasks(
  scan: OpenScan,
  engine: TeamEngine,
  health: EngineHealth,
  deadline: Deadline,
): Promise<boolean> {
  let hasAsked = false
  const limiter = engineLimiter(scan.team_id, engine)
  const writer = new ResultWriter(scan, engine.concurrency)
  const source = new TaskSource(scan, engine, deadline)
  /**
   * Occupies a slot of the limiter until the answer is queued for writing. The writer blocks when its queue is full.
   */
  const askNext = async () => {
    const task = await source.next()
    if (!task) return false
    hasAsked = true
    const result = await askTask(scan, engine, task)
    await Promise.all([writer.add(result), updateHealth(scan, engine, health, result, source)])
    return true
  }
  const askUntilNoneIsLeft = async () => {
    while (await limiter(askNext));
  }
  const workers = await Promise.allSettled(Array.from({ length: engine.concurrency }, askUntilNoneIsLeft))
  // Writes results first, which can take as long as Postgres is unreachable. Only then can the remaining tasks be
  // released.
  const writing = await Promise.allSettled([writer.end().finally(() => source.close())])
  for (const result of [...workers, ...writing]) if (result.status === "rejected") throw result.reason
  return hasAsked
}

/** Pauses the engine after "too many requests". This counts as one failure, however many questions were in flight. */
async function updateHealth(
  { team_id }: OpenScan,
  engine: TeamEngine,
  health: EngineHealth,
  result: TaskResult,
  source: TaskSource,
) {
  if ("answer" in result) {
    health.failuresInARow = 0
    return
  }
  health.lastCode = result.error_code
  if (result.error_code !== "rate_limited") {
    health.failuresInARow++
    if (openCircuitError(health)) source.halt()
  } else if (source.halt()) {
    health.failuresInARow++
    await pauseEngine(team_id, engine.id, Math.max(result.retryAfterSeconds ?? 0, pauseSeconds(health.failuresInARow)))
  }
}

/** 5 s, doubled for each further failure in a row, at most 60 s. */
const pauseSeconds = (failuresInARow: number) => Math.min(5 * 2 ** (failuresInARow - 1), 60)

/** Interval of checks for cancellation. A canceled scan asks nothing more after this time. */
const cancelCheckEveryMs = 1_000

/** Times are by `performance.now()`. The rate limit allows the question from `earliestStart` on. */
type ClaimedTask = { task: Task; earliestStart: number; claimedAt: number }

/** Hands out the engine's tasks. Claims them in batches slightly ahead, and releases what it did not hand out. */
class TaskSource {
  readonly #scan: OpenScan
  readonly #engine: TeamEngine
  readonly #deadline: Deadline
  /** Lease tokens of the claims. They stay in `trackedLeases` until `close`. */
  readonly #leases = new Set<string>()
  /** Claimed tasks that are not handed out yet. */
  #claimed: ClaimedTask[] = []
  /** Claimed tasks that waited longer than `maxWaitSeconds`. They are released unasked. */
  #unasked: Task[] = []
  #claiming: Promise<void> | undefined
  /** True if the last claim found no task. */
  #isEmpty = false
  #isHalted = false
  #lastCancelCheckAt = performance.now()
  #cancelCheck: Promise<void> | undefined

  constructor(scan: OpenScan, engine: TeamEngine, deadline: Deadline) {
    this.#scan = scan
    this.#engine = engine
    this.#deadline = deadline
  }

  /** Returns the next task to ask immediately, or undefined when there is none. */
  async next(): Promise<Task | undefined> {
    while (!this.#isOver()) {
      const claimed = this.#claimed.shift()
      this.#claimAhead()
      if (claimed) {
        await sleepUntil(claimed.earliestStart)
        await this.#checkCanceled()
        if (!this.#isOver() && performance.now() - claimed.claimedAt < maxWaitSeconds * 1_000) return claimed.task
        this.#unasked.push(claimed.task)
      } else if (this.#claiming) await this.#claiming
      else return undefined
    }
    return undefined
  }

  /** Stops handing out tasks. Returns false if it had stopped before. */
  halt() {
    const isNew = !this.#isHalted
    this.#isHalted = true
    return isNew
  }

  /** Releases the tasks that were not handed out. Call when the others are recorded. */
  async close() {
    this.halt()
    await this.#claiming?.catch(() => {})
    try {
      await releaseTasks(this.#scan, [...this.#unasked, ...this.#claimed.map(({ task }) => task)])
    } finally {
      for (const token of this.#leases) trackedLeases().delete(token)
    }
  }

  #isOver = () => this.#isHalted || this.#deadline.hasPassed

  /**
   * Checks for cancellation, because claimed tasks may belong to a scan canceled since. Ignores database errors; claims
   * report those.
   */
  #checkCanceled() {
    if (performance.now() - this.#lastCancelCheckAt > cancelCheckEveryMs) {
      this.#lastCancelCheckAt = performance.now()
      this.#cancelCheck = this.#haltIfCanceled().catch(() => {})
    }
    return this.#cancelCheck
  }

  async #haltIfCanceled() {
    if (!(await isRunning(this.#scan))) this.halt()
  }

  #claimAhead() {
    if (this.#claiming || this.#isEmpty || this.#claimed.length > this.#engine.concurrency / 2) return
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
    })
    this.#claiming.catch(() => {}) // the caller that awaits it gets the error
  }

  async #claim() {
    const { concurrency, perMinute } = this.#engine
    const starts = perMinute === null ? null : await this.#reserveStarts()
    const claimedAt = performance.now()
    const tasks = starts?.count === 0 ? [] : await this.#claimTasks(starts?.count ?? concurrency)
    for (const [index, task] of tasks.entries()) {
      const earliestStart = starts ? starts.firstAt + index * starts.everyMs : 0
      this.#claimed.push({ task, earliestStart, claimedAt })
    }
    this.#isEmpty = tasks.length === 0
  }

  /**
   * If the claim fails, its tasks may still be leased. The token is then removed from `trackedLeases`, so the
   * heartbeat ends these leases.
   */
  async #claimTasks(limit: number): Promise<Task[]> {
    const token = trackLease()
    try {
      const tasks = await claimTasks(this.#scan, this.#engine, limit, { token })
      this.#leases.add(token)
      return tasks
    } catch (error) {
      trackedLeases().delete(token)
      throw error
    }
  }

  /**
   * Reserves start times within the rate limit. Waits for one, because tasks may be due while the rate limit is used
   * up.
   */
  async #reserveStarts() {
    for (;;) {
      const starts = await reserveStarts(this.#scan.team_id, this.#engine.id, this.#engine.concurrency)
      if (starts.count > 0 || this.#isOver()) return starts
      await sleep(Math.min(Math.max(starts.firstAt - performance.now() - maxReserveAheadMs, 50), 1_000))
    }
  }
}

async function sleepUntil(atMs: number) {
  const waitMs = atMs - performance.now()
  if (waitMs > 0) await sleep(waitMs)
}
