/** Runs functions of another module in a worker thread, one call after the other, so that long ones never block this thread. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import pLimit from "p-limit"

/** By name. Input and output are copied between the threads: both are plain data. */
type Functions = Record<string, (input: never) => unknown>

export type Call = { name: string; input: unknown }

export class WorkerThread<Offered extends Functions> {
  readonly #module: string | URL
  readonly #oneAtATime = pLimit(1)
  #worker: Worker | undefined

  /** `module` answers each message, a `Call`, with one message. The thread starts with the first call. */
  constructor(module: string | URL) {
    this.#module = module
  }

  /** Rejects when the call takes longer than `maxMs`, throws, or ends the thread. The next call then gets a fresh thread. */
  run<Name extends keyof Offered & string>(
    name: Name,
    input: Parameters<Offered[Name]>[0],
    maxMs = 10_000,
  ): Promise<ReturnType<Offered[Name]>> {
    return this.#oneAtATime(async () => {
      const worker = this.#started()
      try {
        // The call keeps the process alive, an idle thread does not.
        worker.ref()
        worker.postMessage({ name, input } satisfies Call)
        const [output] = await once(worker, "message", { signal: AbortSignal.timeout(maxMs) })
        worker.unref()
        return output
      } catch (cause) {
        this.#forget(worker)
        void worker.terminate()
        const reason = (cause as Error).name === "AbortError" ? `did not end within ${maxMs / 1_000} s` : "failed"
        throw new Error(`${name} ${reason} in its worker thread.`, { cause })
      }
    })
  }

  #started() {
    if (this.#worker) return this.#worker
    // Options of this process, such as --eval, are not meant for a thread.
    const worker = new Worker(this.#module, { execArgv: [] })
    // Also between two calls: an error without a listener would end the process.
    worker.on("error", () => this.#forget(worker))
    // Rejects the `once` of a call whose thread exits without an error.
    worker.once("exit", () => worker.emit("error", new Error("The thread has exited.")))
    this.#worker = worker
    return worker
  }

  #forget(worker: Worker) {
    if (this.#worker === worker) this.#worker = undefined
  }
}
