/**
 * Runs functions of another module in a worker thread, one call at a time, so that long calls do not block this thread.
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import pLimit from "p-limit"

/** Functions by name. Input and output are copied between threads, so both must be plain data. */
type Functions = Record<string, (input: never) => unknown>

export type Call = { name: string; input: unknown }

/**
 * Time limit of a call. It includes the start of the thread, which takes many seconds on an overloaded machine. The
 * lease of a task (`leaseSeconds` in scans/tasks.ts) allows for two such calls.
 */
export const maxCallSeconds = 60

export class WorkerThread<Offered extends Functions> {
  readonly #module: string | URL
  readonly #oneAtATime = pLimit(1)
  #worker: Worker | undefined

  /** `module` must reply to each message (a `Call`) with one message. The thread starts on the first call. */
  constructor(module: string | URL) {
    this.#module = module
  }

  /**
   * Rejects when the call takes longer than `maxMs`, throws, or ends the thread. The next call then runs on a new
   * thread. `maxMs` does not include the wait for earlier calls.
   */
  run<Name extends keyof Offered & string>(
    name: Name,
    input: Parameters<Offered[Name]>[0],
    maxMs = maxCallSeconds * 1_000,
  ): Promise<ReturnType<Offered[Name]>> {
    return this.#oneAtATime(async () => {
      const worker = this.#startWorker()
      try {
        // A running call keeps the process alive. An idle thread does not.
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

  #startWorker() {
    if (this.#worker) return this.#worker
    // The thread must not inherit options of this process, such as --eval.
    const worker = new Worker(this.#module, { execArgv: [] })
    // Also needed between calls: an error without a listener would end the process.
    worker.on("error", () => this.#forget(worker))
    // Makes `once` reject when the thread exits without an error during a call.
    worker.once("exit", () => worker.emit("error", new Error("The worker thread has exited.")))
    this.#worker = worker
    return worker
  }

  #forget(worker: Worker) {
    if (this.#worker === worker) this.#worker = undefined
  }
}
