/** Whose turn it is in the next claim: all endpoints with anything pending have theirs, however much waits for others. */
import type { Looking } from "./claim-statement"
import type { Leased } from "./leased"

/** Endpoints looked at in one claim: many, to find what there is; few while those have enough, as looking costs time. */
const many = 100
const few = 16
/** By then what is due earlier than what its endpoint got last is found, such as a delivery whose lease has ended. */
const mostMs = 1_000

/** An endpoint, and from when on something is due there. */
export type Seen = [endpointId: string, from: string]

export class Turns {
  /** Few endpoints have enough for the next claim. */
  isPlenty = false
  /** The endpoint where the next walk goes on. Empty: at the beginning, for the last one has seen the last there is. */
  #after = ""
  /** Of walks from the beginning until here. */
  #walked = new Map<string, string>()
  /** Of the last walks from the beginning to the end. */
  #known = new Map<string, string>()
  #knownAt = Number.NEGATIVE_INFINITY
  #waiting: string[] = []

  /** All have had their turn. */
  get isAround() {
    return this.#after === ""
  }

  many(): Looking {
    return { endpoints: many, after: this.#after }
  }

  /** Those whose turn it is of all that are known, while what is known is new. */
  few(): Looking {
    if (performance.now() - this.#knownAt > mostMs) return { endpoints: few, after: this.#after }
    if (this.#waiting.length < few) this.#waiting.push(...this.#known.keys())
    const next = this.#waiting.splice(0, few)
    return { from: Object.fromEntries(next.map((id) => [id, this.#known.get(id) ?? "-infinity"])) }
  }

  /** What a claim has looked at, what a walk has seen there, and what the claim got. */
  note(looking: Looking, seen: Seen[], claimed: Leased[]) {
    if (!("from" in looking)) this.#walk(looking, seen)
    for (const { endpoint_id, due_at } of claimed)
      for (const places of [this.#walked, this.#known]) if (places.has(endpoint_id)) places.set(endpoint_id, due_at)
  }

  #walk({ endpoints }: { endpoints: number }, seen: Seen[]) {
    for (const [id, from] of seen) this.#walked.set(id, from)
    this.#after = seen.length < endpoints ? "" : (seen.at(-1)?.[0] ?? "")
    if (!this.isAround) return
    this.#known = this.#walked
    this.#knownAt = performance.now()
    this.#waiting = []
    this.#walked = new Map()
  }
}
