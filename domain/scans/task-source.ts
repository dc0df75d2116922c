/** Hands out the tasks of one engine. Claims them in batches slightly ahead, and releases what it did not hand out. */
import { setTimeout as sleep } from "node:timers/promises"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { aheadMs, reserveStarts } from "./engine-rate-limit"
import { isUnderWay, type OpenScan } from "./open-scan"
import { claimTasks, releaseTasks, type Task } from "./tasks"

/** Maximum wait after a claim. A question may take two minutes, and its answer must be written before the lease ends. */
const maxInHandMs = 30_000
/** Interval of checks for cancellation. A cancelled scan asks nothing more after this time. */
const lookEveryMs = 1_000

/** Times are by `performance.now()`. */
type Held = { task: Task; notBefore: number; claimedAt: number }

export class TaskSource {
  readonly #scan: OpenScan
  readonly #engine: TeamEngine
  readonly #until: Date
  #held: Held[] = []
  #unasked: Task[] = []
  #claiming: Promise<void> | undefined
  #isEmpty = false
  #isHalted = false
  #lookedAt = performance.now()
  #looking: Promise<void> | undefined

  constructor(scan: OpenScan, engine: TeamEngine, until: Date) {
    this.#scan = scan
    this.#engine = engine
    this.#until = until
  }

  /** Returns the next task to ask immediately, or undefined when there is none. */
  async next(): Promise<Task | undefined> {
    while (!this.#isOver()) {
      const held = this.#held.shift()
      this.#claimAhead()
      if (held) {
        await until(held.notBefore)
        await this.#look()
        if (!this.#isOver() && performance.now() - held.claimedAt < maxInHandMs) return held.task
        this.#unasked.push(held.task)
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

  /** Releases the tasks that were not handed out. */
  async close() {
    this.halt()
    await this.#claiming?.catch(() => {})
    await releaseTasks(this.#scan, [...this.#unasked, ...this.#held.map(({ task }) => task)])
  }

  #isOver = () => this.#isHalted || Date.now() >= this.#until.getTime()

  /** Checks for cancellation, because claimed tasks may belong to a scan cancelled since. Ignores database errors; claims report those. */
  #look() {
    if (performance.now() - this.#lookedAt > lookEveryMs) {
      this.#lookedAt = performance.now()
      this.#looking = this.#haltIfCancelled().catch(() => {})
    }
    return this.#looking
  }

  async #haltIfCancelled() {
    if (!(await isUnderWay(this.#scan))) this.halt()
  }

  #claimAhead() {
    if (this.#claiming || this.#isEmpty || this.#held.length > this.#engine.concurrency / 2) return
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
    })
    this.#claiming.catch(() => {}) // the caller that awaits it gets the error
  }

  async #claim() {
    const { id, concurrency, perMinute } = this.#engine
    const starts = perMinute === null ? null : await this.#starts()
    const claimedAt = performance.now()
    const tasks = starts?.count === 0 ? [] : await claimTasks(this.#scan, id, starts?.count ?? concurrency)
    const notBefore = (index: number) => (starts ? starts.firstAt + index * starts.everyMs : 0)
    this.#held.push(...tasks.map((task, index) => ({ task, notBefore: notBefore(index), claimedAt })))
    this.#isEmpty = tasks.length === 0
  }

  /** Reserves start times within the rate limit. Waits for one, because tasks may be due while the rate limit is used up. */
  async #starts() {
    for (;;) {
      const starts = await reserveStarts(this.#scan.team_id, this.#engine.id, this.#engine.concurrency)
      if (starts.count > 0 || this.#isOver()) return starts
      await sleep(Math.min(Math.max(starts.firstAt - performance.now() - aheadMs, 50), 1_000))
    }
  }
}

async function until(moment: number) {
  const waitMs = moment - performance.now()
  if (waitMs > 0) await sleep(waitMs)
}
