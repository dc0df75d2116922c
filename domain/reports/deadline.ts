/** Time that is running out: each piece of work gets its share of what is left. */
import { setTimeout as sleep } from "node:timers/promises"

/** What was asked took too long; the database ends the statement by itself. */
export class TookTooLong extends Error {
  override name = "TookTooLong"
}

export class Deadline {
  readonly #end: number
  constructor(timeoutMs: number) {
    this.#end = performance.now() + timeoutMs
  }

  /** Does `work`, unless time is up or runs out: at most `mostMs` for this piece. */
  async within<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
    const leftMs = Math.min(mostMs, this.#end - performance.now())
    if (leftMs <= 0) throw new TookTooLong()
    const stop = new AbortController()
    const late = sleep(leftMs, undefined, { signal: stop.signal }).then(() => {
      throw new TookTooLong()
    })
    try {
      return await Promise.race([work(), late])
    } finally {
      late.catch(() => {})
      stop.abort()
    }
  }
}
