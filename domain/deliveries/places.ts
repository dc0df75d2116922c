/**
 * Limits how many webhook requests this process has in flight. There are two pools. A request that runs for longer than 1 s
 * moves to the slow pool and frees its fast slot, so receivers that hang do not block receivers that answer quickly.
 */
import { processWide } from "@/domain/kernel/process-wide"

const slowAfterMs = 1_000
/** Slow slots per fast slot. */
const slowForEachQuick = 8

/** The slots of this process, shared by all workers in it. WEBHOOK_CONCURRENCY sets the number of fast slots: 32 by default. */
export const places = () =>
  processWide("webhook-places", () => new Places(Number(process.env.WEBHOOK_CONCURRENCY) || 32))

class Places {
  #slow = 0
  #quick = 0
  readonly #waiting: (() => void)[] = []

  constructor(readonly most: number) {}

  /** Free fast slots. Negative: the number of requests that wait for a slot. */
  get free() {
    return this.most - this.#quick - this.#waiting.length
  }

  /** Runs the work once a slot is free. After 1 s the work moves to the slow pool, unless that is full. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#quick >= this.most) await new Promise<void>((enter) => this.#waiting.push(enter))
    else this.#quick++
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = this.#slow < this.most * slowForEachQuick
      if (isSlow) {
        this.#slow++
        this.#leave()
      }
    }, slowAfterMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slow--
      else this.#leave()
    }
  }

  /** Passes the slot to the work that has waited longest. */
  #leave() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#quick--
  }
}
