/** Wakes the delivery loops of this process: on pending work, and when recorded results free capacity. */
import { processWide } from "@/domain/kernel/process-wide"

class LoopSignal {
  /** How often the loops were notified. A loop compares it to notice a notification during its claim. */
  count = 0
  readonly #waiting = new Set<() => void>()

  notify() {
    this.count++
    for (const wake of this.#waiting) wake()
  }

  /** Resolves to true when the count differs from `seen`, and to false after `ms`. */
  wait(lastCount: number, ms: number): Promise<boolean> {
    if (this.count !== lastCount) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (isNotified: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(isNotified)
      }
      const wake = () => end(true)
      const timer = setTimeout(end, Math.max(0, ms), false)
      this.#waiting.add(wake)
    })
  }
}

export const loopSignal = () => processWide("webhook-loop-signal", () => new LoopSignal())
