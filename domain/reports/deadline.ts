/** Enforces the deadline of a request across several pieces of work. */
import { setTimeout as sleep } from "node:timers/promises"

/** Thrown when the work took too long. The database ends the statement itself, by its own timeout. */
export class DeadlineError extends Error {
  override name = "DeadlineError"
}

export class Deadline {
  readonly #end: number
  constructor(timeoutMs: number) {
    this.#end = performance.now() + timeoutMs
  }

  /** Milliseconds until the deadline. Negative when it has passed. */
  get remainingMs() {
    return this.#end - performance.now()
  }

  /** Runs `work` for at most `maxMs`, or until the deadline. Throws DeadlineError when time runs out. */
  async within<T>(maxMs: number, work: () => Promise<T>): Promise<T> {
    const leftMs = Math.min(maxMs, this.remainingMs)
    if (leftMs <= 0) throw new DeadlineError()
    const stop = new AbortController()
    const late = sleep(leftMs, undefined, { signal: stop.signal }).then(() => {
      throw new DeadlineError()
    })
    try {
      return await Promise.race([work(), late])
    } finally {
      late.catch(() => {})
      stop.abort()
    }
  }
}
