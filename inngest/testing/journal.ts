/** Records what functions under test did, and when, so that tests can wait for entries. */
import { setTimeout as sleep } from "node:timers/promises"

type Entry = { subject: string; what: string; at: number }

export class Journal {
  readonly #entries: Entry[] = []

  note(subject: string, what: string) {
    this.#entries.push({ subject, what, at: Date.now() })
  }

  of = (subject: string) => this.#entries.filter((entry) => entry.subject === subject).map(({ what }) => what)

  at = (subject: string, what: string) =>
    this.#entries.find((entry) => entry.subject === subject && entry.what === what)?.at ?? Number.NaN

  /** Waits until `subject` has the entry `what`. The long default is for a real Inngest server. */
  async until(subject: string, what: string, timeoutMs = 40_000) {
    const end = Date.now() + timeoutMs
    while (!this.of(subject).includes(what)) {
      if (Date.now() > end)
        throw new Error(`no "${what}" of ${subject}, only: ${this.of(subject).join(", ") || "nothing"}`)
      await sleep(5)
    }
    return this.of(subject)
  }
}
