/** Records results in batches: while one batch is written, the next gathers. */
import { setImmediate as nextTurn } from "node:timers/promises"
import { recordResults } from "./record"
import type { Result } from "./result"

const maxBatch = 100

export class Recorder {
  readonly #pending: { result: Result; onRecorded: () => void }[] = []
  #isWriting = false

  /** Resolves when the result is recorded, or when recording was abandoned. */
  add(result: Result): Promise<void> {
    return new Promise((onRecorded) => {
      this.#pending.push({ result, onRecorded })
      if (!this.#isWriting) void this.#write()
    })
  }

  async #write() {
    this.#isWriting = true
    await nextTurn()
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, maxBatch)
      await recordResults(batch.map(({ result }) => result))
      for (const { onRecorded } of batch) onRecorded()
    }
    this.#isWriting = false
  }
}
