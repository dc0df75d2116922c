/** Hands out tasks of one engine, claimed some at a time and a little ahead; what it holds and does not hand out it gives back. */
import { setTimeout as sleep } from "node:timers/promises"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { aheadMs, takeTurns } from "./engine-turns"
import { isUnderWay, type OpenScan } from "./open-scan"
import { claimTasks, releaseTasks, type Task } from "./tasks"

/** A question may take two minutes, and its answer must be written before the lease ends. */
const longestInHandMs = 30_000
/** Within so long of its being cancelled a scan asks nothing more. */
const lookEveryMs = 1_000

/** Moments by `performance.now()`. */
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

  /** The next task to ask, now; undefined when there is none at present. */
  async next(): Promise<Task | undefined> {
    while (!this.#isOver()) {
      const held = this.#held.shift()
      this.#claimAhead()
      if (held) {
        await until(held.notBefore)
        await this.#look()
        if (!this.#isOver() && performance.now() - held.claimedAt < longestInHandMs) return held.task
        this.#unasked.push(held.task)
      } else if (this.#claiming) await this.#claiming
      else return undefined
    }
    return undefined
  }

  /** Nothing more is handed out. False when that was so already. */
  halt() {
    const isNew = !this.#isHalted
    this.#isHalted = true
    return isNew
  }

  /** Gives back what was not handed out. */
  async close() {
    this.halt()
    await this.#claiming?.catch(() => {})
    await releaseTasks(this.#scan, [...this.#unasked, ...this.#held.map(({ task }) => task)])
  }

  #isOver = () => this.#isHalted || Date.now() >= this.#until.getTime()

  /** What was claimed may belong to a scan that has been cancelled since. That Postgres is away is told by claims. */
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
    this.#claiming.catch(() => {}) // told to whoever waits for it
  }

  async #claim() {
    const { id, concurrency, perMinute } = this.#engine
    const turns = perMinute === null ? null : await this.#turns()
    const claimedAt = performance.now()
    const tasks = turns?.count === 0 ? [] : await claimTasks(this.#scan, id, turns?.count ?? concurrency)
    const notBefore = (place: number) => (turns ? turns.firstAt + place * turns.everyMs : 0)
    this.#held.push(...tasks.map((task, place) => ({ task, notBefore: notBefore(place), claimedAt })))
    this.#isEmpty = tasks.length === 0
  }

  /** Waits for them: while the pace is what is missing, there is something to ask. */
  async #turns() {
    for (;;) {
      const turns = await takeTurns(this.#scan.team_id, this.#engine.id, this.#engine.concurrency)
      if (turns.count > 0 || this.#isOver()) return turns
      await sleep(Math.min(Math.max(turns.firstAt - performance.now() - aheadMs, 50), 1_000))
    }
  }
}

async function until(moment: number) {
  const waitMs = moment - performance.now()
  if (waitMs > 0) await sleep(waitMs)
}
