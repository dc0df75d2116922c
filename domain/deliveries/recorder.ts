/** Collects results while the ones before are being written: alone when it is quiet, many in one statement when it is not. */
import { setTimeout as sleep } from "node:timers/promises"
import { places } from "./places"
import { recordResults } from "./record"
import type { Result } from "./result"

const mostAtOnce = 100
/** While others wait for a place anyway: a statement for one result costs as much as one for thirty. */
const gatherMs = 10

export class Recorder {
  #waiting: { result: Result; written: () => void }[] = []
  #isWriting = false

  /** Comes back when the result is written, or has been given up. */
  add(result: Result): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      if (!this.#isWriting) void this.#write()
    })
  }

  async #write() {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      if (places().free < 0) await sleep(gatherMs)
      const batch = this.#waiting.splice(0, mostAtOnce)
      await recordResults(batch.map(({ result }) => result))
      for (const { written } of batch) written()
    }
    this.#isWriting = false
  }
}
