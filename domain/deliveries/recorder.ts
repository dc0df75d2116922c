/** Collects results while the ones before are being written: alone when it is quiet, many in one statement when it is not. */
import { setTimeout as sleep } from "node:timers/promises"
import { places } from "./places"
import { recordResults } from "./record"
import type { Result } from "./result"
import { noteAnswered } from "./under-way"

const mostAtOnce = 100
/** Two: while Postgres writes one batch, the next is made ready. */
const mostWriters = 2
/** A statement for one result costs as much as one for thirty: while others wait for a place anyway, it waits for so many, or so long. */
const worthWriting = 40
const gatherMs = 5

export class Recorder {
  #waiting: { result: Result; written: () => void }[] = []
  #writers = 0

  /** Comes back when the result is written, or has been given up. */
  add(result: Result): Promise<void> {
    noteAnswered(result)
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      const isWanted = this.#writers === 0 || this.#waiting.length >= worthWriting
      if (isWanted && this.#writers < mostWriters) void this.#write()
    })
  }

  async #write() {
    this.#writers++
    while (this.#waiting.length > 0) {
      if (places().free < 0 && this.#waiting.length < worthWriting) await sleep(gatherMs)
      const batch = this.#waiting.splice(0, mostAtOnce)
      if (batch.length > 0) await recordResults(batch.map(({ result }) => result))
      for (const { written } of batch) written()
    }
    this.#writers--
  }
}
