/**
 * Limits how many webhook requests this process has in flight.
 *
 * A request that runs for longer than one second is slow and frees its fast slot, so receivers that hang do not block receivers
 * that answer quickly. A quarter of all slots is reserved for teams that have nothing in flight.
 */
import { processWide } from "@/domain/kernel/process-wide"

const slowAfterMs = 1_000
/** All slots of the process, fast and slow, per fast slot. */
const slotsPerFastSlot = 3
const sharedPart = 3 / 4
const defaultFastSlots = 128

/** The slots of this process, shared by all loops in it. WEBHOOK_CONCURRENCY sets the number of fast slots. */
export const requestSlots = () =>
  processWide("webhook-slots", () => new RequestSlots(Number(process.env.WEBHOOK_CONCURRENCY) || defaultFastSlots))

class RequestSlots {
  #fastInFlight = 0
  #slowInFlight = 0
  readonly #slots: number
  /** Slots that all teams share. */
  readonly shared: number

  constructor(readonly fastSlots: number) {
    this.#slots = fastSlots * slotsPerFastSlot
    this.shared = Math.floor(this.#slots * sharedPart)
  }

  /** True while only the reserved slots are free. */
  get isBusy() {
    return this.#fastInFlight >= this.fastSlots || this.#inFlight >= this.shared
  }

  /** How many requests may start now. While busy, these are the reserved slots. */
  get free() {
    if (this.isBusy) return Math.max(0, this.#slots - this.#inFlight)
    return Math.min(this.fastSlots - this.#fastInFlight, this.shared - this.#inFlight)
  }

  get #inFlight() {
    return this.#fastInFlight + this.#slowInFlight
  }

  /** Sends a request in a free slot. The caller must have checked `free`. */
  async run<T>(sendRequest: () => Promise<T>): Promise<T> {
    this.#fastInFlight++
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#fastInFlight--
      this.#slowInFlight++
    }, slowAfterMs)
    try {
      return await sendRequest()
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slowInFlight--
      else this.#fastInFlight--
    }
  }
}
