/** A time limit for work that consists of several parts, such as a request or a round of a scan. */
import { setTimeout as sleep } from "node:timers/promises"

/** Thrown when the work took too long. The database ends the statement itself, by its own timeout. */
export class DeadlineError extends Error {
  override name = "DeadlineError"
}

export class Deadline {
  readonly #end: number
  readonly #signal: AbortSignal | undefined

  /** Ends after `timeoutMs`, or earlier when `signal` aborts, for example because the process shuts down. */
  constructor(timeoutMs: number, signal?: AbortSignal) {
    this.#end = performance.now() + timeoutMs
    this.#signal = signal
  }

  /** Milliseconds until the deadline. Zero or negative when it has passed. */
  get remainingMs() {
    const remainingMs = this.#end - performance.now()
    return this.#signal?.aborted ? Math.min(0, remainingMs) : remainingMs
  }

  /** True when nothing new may be started. */
  get hasPassed() {
    return this.remainingMs <= 0
  }

  /** Runs `work` for at most `maxMs`, or until the time limit ends. Throws DeadlineError when time runs out. */
  async within<T>(maxMs: number, work: () => Promise<T>): Promise<T> {
    const limitMs = Math.min(maxMs, this.remainingMs)
    if (limitMs <= 0) throw new DeadlineError()
    const stop = new AbortController()
    const late = sleep(limitMs, undefined, { signal: stop.signal }).then(() => {
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
