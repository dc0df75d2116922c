/**
 * Collects the entries of a log in memory and writes them to the database in batches, so that requests do not wait for
 * the log.
 */
import { asProblem } from "./errors"
import { log } from "./log"
import { processWide } from "./process-wide"

const flushEveryMs = 1_000
/** Maximum length of the queue. Beyond it the oldest entries are dropped. */
const maxWaiting = 10_000

type Queue = {
  /** Entries as JSON. A thousand objects that live until the next flush would cost the garbage collector more. */
  waiting: string[]
  timer?: NodeJS.Timeout | undefined
  /** The write in progress. Resolves to false if its entries were queued again. */
  writing?: Promise<boolean> | undefined
}

export class BatchedLog {
  /**
   * `write` stores the entries of a JSON array with one statement. All instances with the same `name` share one queue,
   * because the process can load this module twice (process-wide.ts).
   */
  constructor(
    readonly name: string,
    readonly write: (entriesJson: string) => Promise<unknown>,
  ) {}

  /** Queues one entry. When the queue is full, the oldest entry is dropped. */
  add(entry: object) {
    const queue = this.#queue()
    if (queue.waiting.length >= maxWaiting) queue.waiting.shift()
    queue.waiting.push(JSON.stringify(entry))
    this.#schedule(queue)
  }

  /**
   * Writes the queued entries. Never throws. If the database cannot be reached, the entries stay queued until the timer
   * tries again, and all waiting calls return. Call it before the process ends.
   */
  async flush(): Promise<void> {
    const queue = this.#queue()
    clearTimeout(queue.timer)
    queue.timer = undefined
    while (queue.writing) if (!(await queue.writing)) return
    const batch = queue.waiting.splice(0)
    if (batch.length === 0) return
    queue.writing = this.#store(batch).finally(() => {
      queue.writing = undefined
    })
    await queue.writing
  }

  #queue(): Queue {
    return processWide<Queue>(this.name, () => ({ waiting: [] }))
  }

  #schedule(queue: Queue) {
    queue.timer ??= setTimeout(() => this.flush(), flushEveryMs).unref()
  }

  /**
   * If the database rejects a batch, its halves are written separately, so that one bad entry drops no others. Returns
   * false if entries were queued again.
   */
  async #store(batch: string[]): Promise<boolean> {
    try {
      await this.write(`[${batch}]`)
      return true
    } catch (error) {
      if (["unavailable", "timeout"].includes(asProblem(error).code)) {
        this.#requeue(batch, error)
        return false
      }
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        const isFirstStored = await this.#store(batch.slice(0, middle))
        return (await this.#store(batch.slice(middle))) && isFirstStored
      }
      this.#report(error, { requeued: 0, dropped: 1 })
      return true
    }
  }

  /** Queues the batch again while the database is unreachable or too slow. */
  #requeue(batch: string[], error: unknown) {
    const queue = this.#queue()
    const requeued = batch.slice(0, Math.max(0, maxWaiting - queue.waiting.length))
    queue.waiting.unshift(...requeued)
    this.#schedule(queue)
    this.#report(error, { requeued: requeued.length, dropped: batch.length - requeued.length })
  }

  /**
   * Logs the failure. During an outage of Postgres, the log suppresses errors about Postgres (outages.ts). If entries
   * were dropped, `dependency: null` says that this error is not about Postgres, so that every loss is logged.
   */
  #report(err: unknown, counts: { requeued: number; dropped: number }) {
    const notAboutPostgres = counts.dropped > 0 && { dependency: null }
    log.error({ err, ...notAboutPostgres, ...counts }, `${this.name} entries were not stored`)
  }
}
