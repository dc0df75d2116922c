/** Batches results while earlier ones are being written. A quiet process writes single results, a busy one writes many per statement. */
import { setTimeout as sleep } from "node:timers/promises"
import { places } from "./places"
import { recordResults } from "./record"
import type { Result } from "./result"
import { noteAnswered } from "./under-way"

const maxAtOnce = 100
/** Two writers: while Postgres writes one batch, the next is prepared. */
const maxWriters = 2
/**
 * Batch size to wait for while deliveries wait for a slot anyway: a statement for one result costs as much as one for thirty.
 * The wait ends after `gatherMs`.
 */
const worthWriting = 40
const gatherMs = 5

export class Recorder {
  #waiting: { result: Result; written: () => void }[] = []
  #writers = 0

  /** Resolves when the result is written, or when recording was abandoned. */
  add(result: Result): Promise<void> {
    noteAnswered(result)
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      const isWanted = this.#writers === 0 || this.#waiting.length >= worthWriting
      if (isWanted && this.#writers < maxWriters) void this.#write()
    })
  }

  async #write() {
    this.#writers++
    while (this.#waiting.length > 0) {
      if (places().free < 0 && this.#waiting.length < worthWriting) await sleep(gatherMs)
      const batch = this.#waiting.splice(0, maxAtOnce)
      if (batch.length > 0) await recordResults(batch.map(({ result }) => result))
      for (const { written } of batch) written()
    }
    this.#writers--
  }
}
