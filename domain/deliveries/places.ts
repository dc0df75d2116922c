/** How many requests are under way at once: so many quick ones, and beside them slow ones, so that receivers that hang hold up nobody. */
import { processWide } from "@/domain/process-wide"

const slowAfterMs = 1_000
const slowForEachQuick = 8

/** One for the process, whoever delivers in it. WEBHOOK_CONCURRENCY: 32 unless set. */
export const places = () =>
  processWide("webhook-places", () => new Places(Number(process.env.WEBHOOK_CONCURRENCY) || 32))

class Places {
  #slow = 0
  #quick = 0
  readonly #waiting: (() => void)[] = []

  constructor(readonly most: number) {}

  /** Below zero: so many wait for a place. */
  get free() {
    return this.most - this.#quick - this.#waiting.length
  }

  /** Once there is a place. Work that takes long gives it to the next, as long as not too much does. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#quick >= this.most) await new Promise<void>((enter) => this.#waiting.push(enter))
    else this.#quick++
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = this.#slow < this.most * slowForEachQuick
      if (isSlow) {
        this.#slow++
        this.#leave()
      }
    }, slowAfterMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slow--
      else this.#leave()
    }
  }

  /** The place goes to the one who waits longest. */
  #leave() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#quick--
  }
}
