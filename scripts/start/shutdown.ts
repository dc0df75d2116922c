/** Ends a start the way it began, backwards: whatever was opened last is closed first. */
import { readable } from "../plain-failure"

export class Shutdown {
  readonly #closers: (() => unknown)[] = []
  readonly #controller = new AbortController()
  #ending: Promise<never> | undefined

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void this.begin())
  }

  /** Aborts when the end begins. */
  get signal() {
    return this.#controller.signal
  }

  /** `close` runs at the end; with an `opening` it waits until that is done. */
  onEnd(close: () => unknown) {
    this.#closers.push(close)
  }

  /** Ctrl-C reaches us twice, from the terminal and from the parent: only the first call counts. */
  begin({ exitCode = 0, error }: { exitCode?: number; error?: unknown } = {}) {
    this.#ending ??= this.#end(exitCode, error)
    return this.#ending
  }

  async #end(exitCode: number, error: unknown): Promise<never> {
    this.#controller.abort()
    for (const close of this.#closers.reverse()) await close()
    // Last, so that nothing that is closed has a word after it.
    if (error) console.error("\n%s", readable(error))
    if (exitCode === 0) console.log("\nStopped; everything is saved.")
    process.exit(exitCode)
  }
}
