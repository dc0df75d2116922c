/**
 * Picks which endpoints the next claim looks at. Every endpoint with pending deliveries is visited in round-robin order, so a
 * large backlog at one endpoint cannot starve the others.
 */
import type { Looking } from "./claim-statement"
import type { Leased } from "./leased"

/** Endpoints per claim: `many` to find all that have deliveries, `few` while those fill the claim, because each endpoint costs time. */
const many = 100
const few = 16
/**
 * How long the result of a walk is used. The next walk finds deliveries due earlier than the last one claimed at their
 * endpoint, such as those whose lease has expired.
 */
const maxMs = 1_000

/** An endpoint and the time of its earliest due delivery. */
export type Seen = [endpointId: string, from: string]

export class Turns {
  /** True when a small batch of endpoints can fill the next claim. */
  isPlenty = false
  /** The endpoint after which the walk continues. Empty: start at the beginning, because the last walk reached the end. */
  #after = ""
  /** What the current walk has seen so far: earliest due time by endpoint. */
  #walked = new Map<string, string>()
  /** What the last complete walk has seen. */
  #known = new Map<string, string>()
  #knownAt = Number.NEGATIVE_INFINITY
  #waiting: string[] = []

  /** True when a walk has just visited every endpoint. */
  get isAround() {
    return this.#after === ""
  }

  many(): Looking {
    return { endpoints: many, after: this.#after }
  }

  /** The next few endpoints in round-robin order. Once the last complete walk is older than `maxMs`, continues the walk instead. */
  few(): Looking {
    if (performance.now() - this.#knownAt > maxMs) return { endpoints: few, after: this.#after }
    if (this.#waiting.length < few) this.#waiting.push(...this.#known.keys())
    const next = this.#waiting.splice(0, few)
    return { from: Object.fromEntries(next.map((id) => [id, this.#known.get(id) ?? "-infinity"])) }
  }

  /** Notes what a walk has seen, and how far the claim got at each endpoint. */
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
