/**
 * The embedded engine: runs Inngest functions without an Inngest server. Its queue is in Postgres.
 *
 * Several processes can each run an engine on the same database. Guarantees and reasons: docs/decisions/0007.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { ulid } from "ulid"
import { log } from "@/domain/kernel/log"
import type { Listener } from "../listener"
import type { ClaimedRun } from "./call"
import { startCronTriggers } from "./cron-triggers"
import { executeRun } from "./execute-run"
import { type EngineFunction, readFunctions } from "./functions"
import { claim, leaseSeconds, releaseLeases, releaseLeasesOfEndedProcesses, renew } from "./queue"
import type { SignedHandler } from "./serve-handler"
import { type SentEvent, storeEvents } from "./store-events"

export type EngineOptions = { handler: SignedHandler; listener: Listener; backoffMs?: (attempt: number) => number }

/** Runs that one process executes at the same time. */
const maxConcurrentRuns = 25

export class Engine {
  readonly id = ulid()
  readonly #options: EngineOptions
  readonly #running = new Map<string, { run: ClaimedRun; ended: Promise<void> }>()
  readonly #started = Promise.withResolvers<void>()
  #functions: EngineFunction[] = []
  #stopCronTriggers = () => {}
  #claimTimer: NodeJS.Timeout | undefined
  #renewTimer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  /** True when `claimDue` was called during a claim. */
  #mustClaimAgain = false
  #isStopping = false

  constructor(options: EngineOptions) {
    this.#options = options
    options.listener.on("engine_due", (senderId) => {
      if (senderId !== this.id) this.claimDue()
    })
    options.listener.onOpen(() => void this.#renew().then(() => this.claimDue()))
  }

  async start() {
    this.#functions = await readFunctions(this.#options.handler)
    await releaseLeasesOfEndedProcesses().catch((err) =>
      log.warn({ err }, "could not release the runs of ended processes; they wait for their leases to expire"),
    )
    this.#started.resolve()
    this.#renewTimer = setInterval(() => void this.#renew(), (leaseSeconds * 1_000) / 4).unref()
    this.#stopCronTriggers = startCronTriggers(this.#functions, (id, event) => this.#store([event], { functionId: id }))
    this.claimDue()
  }

  /** Stores events and starts the runs they trigger. `seed` identifies one send, so a retry stores nothing new. */
  async accept(events: SentEvent[], seed?: string) {
    await this.#started.promise
    return this.#store(events, seed ? { seed } : {})
  }

  /**
   * Stops claiming, waits up to `timeoutMs` for each run to finish its current step, and releases the remaining runs.
   */
  async stop(timeoutMs = 10_000) {
    this.#isStopping = true
    this.#stopCronTriggers()
    clearTimeout(this.#claimTimer)
    await this.#claiming
    const allEnded = Promise.all([...this.#running.values()].map(({ ended }) => ended))
    const timeout = new AbortController()
    await Promise.race([allEnded, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
    timeout.abort()
    clearInterval(this.#renewTimer)
    await releaseLeases(this.#tokens()).catch(() => {}) // without a database the leases expire by themselves
  }

  /** Claims due runs while there is capacity. If called during a claim, it claims once more afterwards. */
  claimDue() {
    if (this.#isStopping || this.#functions.length === 0) return
    this.#mustClaimAgain = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      if (this.#mustClaimAgain) this.claimDue()
    })
  }

  async #claimAll() {
    clearTimeout(this.#claimTimer)
    let nextClaimMs = retryClaimMs
    try {
      while (this.#mustClaimAgain && !this.#isStopping) {
        this.#mustClaimAgain = false
        nextClaimMs = await this.#claim()
      }
    } catch (err) {
      if (!this.#isStopping) log.warn({ err }, "could not claim due runs; retrying in 1 s")
    }
    if (!this.#isStopping) this.#claimTimer = setTimeout(() => this.claimDue(), nextClaimMs)
  }

  async #claim() {
    const freeSlots = Math.max(0, maxConcurrentRuns - this.#running.size)
    const ids = this.#functions.map(({ id }) => id)
    const { runs, nextDueInMs } = await claim(ids, [...this.#running.keys()], freeSlots, this.#options.listener.pid)
    for (const run of runs) this.#execute(run)
    return nextDueInMs
  }

  #execute(run: ClaimedRun) {
    const { handler, backoffMs = defaultBackoffMs } = this.#options
    const { maxAttempts = 1, onFailure } = this.#functions.find(({ id }) => id === run.function_id) ?? {}
    const onFailed = async (failed: ClaimedRun, error: unknown) =>
      onFailure && this.#store([failureOf(failed, error)], { seed: `failed:${failed.id}`, functionId: onFailure })
    const ended = executeRun(run, { handler, maxAttempts, backoffMs, onFailed, isStopping: () => this.#isStopping })
      .catch((err) =>
        log.error(
          { err, run_id: run.id, function_id: run.function_id },
          "could not record the progress of a run; it continues when its lease expires",
        ),
      )
      .finally(() => {
        this.#running.delete(run.id)
        this.claimDue()
      })
    this.#running.set(run.id, { run, ended })
  }

  async #store(events: SentEvent[], options: { seed?: string; functionId?: string }) {
    const ids = await storeEvents(this.#functions, events, { ...options, senderId: this.#isStopping ? "" : this.id })
    this.claimDue()
    return ids
  }

  /**
   * Extends the leases of the runs in progress. Also stores the Postgres session of the listener, by which other
   * processes see that these runs are alive; it changes when the listener reconnects.
   */
  async #renew() {
    if (this.#running.size === 0) return
    await renew(this.#tokens(), this.#options.listener.pid).catch((err) =>
      log.warn({ err }, "could not renew the leases of running functions"),
    )
  }

  #tokens = () => [...this.#running.values()].map(({ run }) => run.lease_token)
}

const retryClaimMs = 1_000

/** Default delay before the next attempt: 10 s, doubled with each attempt up to 1 h, plus up to 20% jitter. */
const defaultBackoffMs = (attempt: number, random = Math.random) =>
  Math.min(10_000 * 2 ** attempt, 3_600_000) * (1 + random() / 5)

/** The event that Inngest sends when a function has failed for good. */
const failureOf = ({ id, function_id, event }: ClaimedRun, error: unknown): SentEvent => ({
  name: "inngest/function.failed",
  data: { function_id, run_id: id, error, event },
})
