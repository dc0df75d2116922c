/** Publishes events as the product does, and measures the time from each commit to the receiver's first byte. */
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
  readonly #arrivedAt = new Map<string, number>()
  readonly #committingAt = new Map<string, number>()

  /** The number of events that have not arrived yet. */
  get missing() {
    return this.#committingAt.size
  }

  /** The number of events that arrived more than once. Valid once `missing` is 0. */
  get duplicates() {
    return this.#arrivedAt.size
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
    const id = message?.id ?? ""
    this.#committingAt.set(id, committingAt)
    this.#match(id)
  }

  /** Waits until all events have arrived, for at most a minute. */
  async waitForArrivals() {
    for (const until = Date.now() + maxWaitMs; this.missing > 0 && Date.now() < until; ) await sleep(100)
  }

  readonly onArrivals = (arrivals: Arrival[]) => {
    for (const { id, at } of arrivals) {
      this.#arrivedAt.set(id, at)
      this.#match(id)
    }
  }

  /** Records the latency once both times are known. An arrival can be reported before the commit returns. */
  #match(id: string) {
    const committingAt = this.#committingAt.get(id)
    const arrivedAt = this.#arrivedAt.get(id)
    if (committingAt === undefined || arrivedAt === undefined) return
    this.latenciesMs.push(arrivedAt - committingAt)
    this.#committingAt.delete(id)
    this.#arrivedAt.delete(id)
  }
}

/** Returns the columns for the table. Call it once the events have arrived. */
export function arrivalColumns({ latenciesMs, missing, duplicates }: Publisher) {
  return {
    messages: latenciesMs.length + missing,
    "p50 ms": round(median(latenciesMs), 1),
    "p99 ms": round(percentile(latenciesMs, 0.99), 1),
    "max ms": round(Math.max(...latenciesMs), 0),
    lost: missing,
    twice: duplicates,
  }
}
