/** Shuts the process down: closes everything that was opened, in reverse order, and exits. */
import { errorMessage } from "../user-error"

export class Shutdown {
  readonly #closers: (() => unknown)[] = []
  readonly #controller = new AbortController()
  #ending: Promise<never> | undefined

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void this.begin())
  }

  /** Aborts when the shutdown starts. */
  get signal() {
    return this.#controller.signal
  }

  /** Registers `close`, which runs during the shutdown. */
  onEnd(close: () => unknown) {
    this.#closers.push(close)
  }

  /**
   * Starts the shutdown. Only the first call counts, because Ctrl-C arrives twice: from the terminal and from the
   * parent process.
   */
  begin({ exitCode = 0, error }: { exitCode?: number; error?: unknown } = {}) {
    this.#ending ??= this.#end(exitCode, error)
    return this.#ending
  }

  async #end(exitCode: number, error: unknown): Promise<never> {
    this.#controller.abort()
    for (const close of this.#closers.reverse()) await close()
    // Printed last, after any output of the closers.
    if (error) console.error("\n%s", errorMessage(error))
    if (exitCode === 0) console.log("\nStopped. All data is saved.")
    process.exit(exitCode)
  }
}
