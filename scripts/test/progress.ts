/** Prints how far a step of `npm test` is and about how long it still takes, every 30 seconds. */

/** How long each step takes on a machine with two idle cores. */
export const typicalMs = { build: 40_000, unitTests: 1_060_000, browserTests: 1_400_000, leakTest: 1_000 }

const everyMs = 30_000

export class Progress {
  #done = 0
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout

  /** `unit` is what is counted, such as "test files". `typicalMs` is the duration on two idle cores. */
  constructor(
    readonly total: number,
    readonly unit: string,
    readonly typicalMs: number,
  ) {
    this.#timer = setInterval(() => console.log(`\n${this.line()}\n`), everyMs).unref()
  }

  advance() {
    this.#done++
  }

  stop() {
    clearInterval(this.#timer)
  }

  /** Such as "120 of 268 test files, about 4 min left". */
  line() {
    const elapsedMs = performance.now() - this.#startedAt
    const left = timeLeft({ done: this.#done, total: this.total, elapsedMs, typicalMs: this.typicalMs })
    return `${this.#done} of ${this.total} ${this.unit}, ${left} left`
  }
}

type Step = { done: number; total: number; elapsedMs: number; typicalMs: number }

/** Assumes that the whole step takes as long as usual, or as long as it has already taken if that is longer. */
export const timeLeft = ({ done, total, elapsedMs, typicalMs }: Step) =>
  durationLabel(Math.max(elapsedMs, typicalMs) * (1 - done / Math.max(total, 1)))

/** Such as "about 4 min". */
export const durationLabel = (ms: number) =>
  ms < 60_000 ? "less than a minute" : `about ${Math.round(ms / 60_000)} min`
