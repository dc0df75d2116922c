/**
 * State that all delivery loops of this process share: the slots that limit its webhook requests in flight, its
 * attempts, and the notifier that wakes the loops. Resends of a user do not use these slots.
 */
import { processWide } from "@/domain/kernel/process-wide"

const slowAfterMs = 1_000
/** All slots, fast and slow, per fast slot. */
const slotsPerFastSlot = 3
/** The share of slots that all teams may use. The others are reserved for teams that have nothing in flight. */
const sharedPart = 3 / 4
const defaultFastSlots = 128

/** The slots of this process, shared by all loops in it. */
export const requestSlots = () =>
  processWide("webhook-slots", () => new RequestSlots(readFastSlots(process.env.WEBHOOK_CONCURRENCY)))

/** The number of fast slots that WEBHOOK_CONCURRENCY sets. Throws if it is not valid. */
export function readFastSlots(text: string | undefined): number {
  if (!text) return defaultFastSlots
  const slots = Number(text)
  if (!Number.isSafeInteger(slots) || slots < 1)
    throw new Error("WEBHOOK_CONCURRENCY is not valid. Set a whole number of at least 1, such as 128.")
  return slots
}

/**
 * A request that runs for longer than one second is slow and frees its fast slot, so receivers that hang do not block
 * receivers that answer quickly. A quarter of all slots is reserved for teams that have nothing in flight.
 */
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

  /** True while the fast slots or the shared slots are in use. Then only teams with nothing in flight get a slot. */
  get isBusy() {
    return this.#fastInFlight >= this.fastSlots || this.#inFlight >= this.shared
  }

  /** How many requests may start now. While busy, only requests of teams with nothing in flight. */
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

/**
 * The attempts of this process, from before their claim until their result is recorded. A lease of this process without
 * an attempt here was committed by a claim whose response never arrived, for example because Postgres crashed.
 */
export const attemptsInFlight = (): Set<string> => processWide("webhook-attempts-in-flight", () => new Set<string>())

/** Wakes the loops: on pending work, and when recorded results free capacity. */
export const loopNotifier = () => processWide("webhook-loop-notifier", () => new LoopNotifier())

class LoopNotifier {
  /**
   * How often the loops were notified. A loop reads this before it claims and passes it to `wait`, so a notification
   * during the claim is not lost.
   */
  count = 0
  readonly #waiting = new Set<() => void>()

  notify() {
    this.count++
    for (const wake of this.#waiting) wake()
  }

  /** Resolves to true when the count differs from `lastCount`, and to false after `timeoutMs`. */
  wait(lastCount: number, timeoutMs: number): Promise<boolean> {
    if (this.count !== lastCount) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (isNotified: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(isNotified)
      }
      const wake = () => end(true)
      const timer = setTimeout(end, Math.max(0, timeoutMs), false)
      this.#waiting.add(wake)
    })
  }
}
