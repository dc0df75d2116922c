/**
 * Publishes events as the product does. Measures the time from just before each COMMIT until the receiver has read the
 * headers of the request.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { publish } from "@/domain/events/publish"
import { exampleSignalCreated } from "@/domain/events/signal-created"
import { inTeam, prisma } from "@/prisma/client"
import { median, percentile } from "../load"
import { round } from "../table"
import type { Target } from "./endpoints"
import type { Arrival } from "./receiver"

const maxWaitMs = 60_000

/** Milliseconds since 1970, with fractions. */
const now = () => performance.timeOrigin + performance.now()

export class Publisher {
  readonly latenciesMs: number[] = []
  // An event is in both maps until they are matched. What remains has not arrived, or has arrived again.
  readonly #unmatchedArrivals = new Map<string, number>()
  readonly #unmatchedCommits = new Map<string, number>()

  /** The number of events that have not arrived yet. */
  get missing() {
    return this.#unmatchedCommits.size
  }

  /** The number of events that arrived more than once. Valid once `missing` is 0. */
  get duplicates() {
    return this.#unmatchedArrivals.size
  }

  /** The measurement starts when all rows are written, just before COMMIT is sent. */
  async publish({ team }: Target) {
    let committingAt = 0
    const message = await inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        const event = { team_id: team.id, type: "signal.created" as const, data: exampleSignalCreated }
        const published = await publish(tx, { ...event, dedupe_key: randomUUID() })
        committingAt = now()
        return published
      }),
    )
    if (!message) throw new Error("publish() returned null although the dedupe_key is new")
    this.#unmatchedCommits.set(message.id, committingAt)
    this.#match(message.id)
  }

  /** Waits until all events have arrived, for at most a minute. */
  async waitForArrivals() {
    const until = Date.now() + maxWaitMs
    while (this.missing > 0 && Date.now() < until) await sleep(100)
  }

  readonly onArrivals = (arrivals: Arrival[]) => {
    for (const { id, at } of arrivals) {
      this.#unmatchedArrivals.set(id, at)
      this.#match(id)
    }
  }

  /** Records the latency once both times are known. An arrival can be reported before the commit returns. */
  #match(id: string) {
    const committingAt = this.#unmatchedCommits.get(id)
    const arrivedAt = this.#unmatchedArrivals.get(id)
    if (committingAt === undefined || arrivedAt === undefined) return
    this.latenciesMs.push(arrivedAt - committingAt)
    this.#unmatchedCommits.delete(id)
    this.#unmatchedArrivals.delete(id)
  }
}

/** Returns the columns for the table. Call it once the events have arrived. */
export function arrivalColumns({ latenciesMs, missing, duplicates }: Publisher) {
  return {
    messages: latenciesMs.length + missing,
    "p50 ms": round(median(latenciesMs), 1),
    "p99 ms": round(percentile(latenciesMs, 0.99), 1),
    "max ms": round(latenciesMs.toSorted((a, b) => a - b).at(-1) ?? Number.NaN, 0),
    lost: missing,
    twice: duplicates,
  }
}
