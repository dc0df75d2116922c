/**
 * The embedded engine: runs Inngest functions without an Inngest server. Its queue is in Postgres.
 *
 * Several processes can each run an engine on the same database. Guarantees and reasons: docs/decisions/0007.
 */
import { ulid } from "ulid"
import { log } from "@/domain/log"
import type { Listener } from "../listener"
import { accept, type SentEvent } from "./accept"
import { defaultBackoffMs } from "./backoff"
import type { ClaimedRun } from "./call"
import { startClocks } from "./clocks"
import { drive } from "./drive"
import { type EngineFunction, readFunctions } from "./functions"
import { claim, giveBack, LEASE_SECONDS, renew, takeFromTheDead } from "./queue"
import type { Served } from "./serve-handler"

export type EngineOptions = { served: Served; listener: Listener; backoffMs?: (attempt: number) => number }

/** Runs that one process executes at the same time. */
const CAPACITY = 25

export class Engine {
  readonly id = ulid()
  readonly #options: EngineOptions
  readonly #driven = new Map<string, { run: ClaimedRun; ended: Promise<void> }>()
  readonly #started = Promise.withResolvers<void>()
  #functions: EngineFunction[] = []
  #stopClocks = () => {}
  #timer: NodeJS.Timeout | undefined
  #renewing: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #looksAgain = false
  #isStopping = false

  constructor(options: EngineOptions) {
    this.#options = options
    options.listener.on("engine_due", (from) => from !== this.id && this.look())
    options.listener.onOpen(() => void this.#renew().then(() => this.look()))
  }

  async start() {
    this.#functions = await readFunctions(this.#options.served)
    await takeFromTheDead().catch((err) =>
      log.warn({ err }, "could not release the runs of ended processes; they wait for their leases to expire"),
    )
    this.#started.resolve()
    this.#renewing = setInterval(() => void this.#renew(), (LEASE_SECONDS * 1_000) / 4).unref()
    this.#stopClocks = startClocks(this.#functions, (id, event) => this.#take([event], { only: id }))
    this.look()
  }

  /** Stores events and starts the runs they trigger. `seed` identifies one send, so a retry stores nothing new. */
  async accept(events: SentEvent[], seed?: string) {
    await this.#started.promise
    return this.#take(events, seed ? { seed } : {})
  }

  /**
   * Stops claiming, waits up to `patienceMs` for each run to finish its current step, and releases the remaining runs.
   */
  async stop(patienceMs = 10_000) {
    this.#isStopping = true
    this.#stopClocks()
    clearTimeout(this.#timer)
    await this.#looking
    const ended = Promise.all([...this.#driven.values()].map((driven) => driven.ended))
    let patience: NodeJS.Timeout | undefined
    await Promise.race([ended, new Promise((over) => (patience = setTimeout(over, patienceMs)))])
    clearTimeout(patience)
    clearInterval(this.#renewing)
    await giveBack(this.#tokens()).catch(() => {}) // without a database the leases expire by themselves
  }

  /** Claims due runs while there is capacity. If called during a claim, it claims once more afterwards. */
  look() {
    if (this.#isStopping || this.#functions.length === 0) return
    this.#looksAgain = true
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined
      if (this.#looksAgain) this.look()
    })
  }

  async #lookAll() {
    clearTimeout(this.#timer)
    let nextLookMs = RETRY_LOOK_MS
    try {
      while (this.#looksAgain && !this.#isStopping) {
        this.#looksAgain = false
        nextLookMs = await this.#claim()
      }
    } catch (err) {
      if (!this.#isStopping) log.warn({ err }, "could not claim due runs; retrying in 1 s")
    }
    if (!this.#isStopping) this.#timer = setTimeout(() => this.look(), nextLookMs)
  }

  async #claim() {
    const room = Math.max(0, CAPACITY - this.#driven.size)
    const ids = this.#functions.map(({ id }) => id)
    const { runs, quietMs } = await claim(ids, [...this.#driven.keys()], room, this.#options.listener.pid)
    for (const run of runs) this.#drive(run)
    return quietMs
  }

  #drive(run: ClaimedRun) {
    const { served, backoffMs = defaultBackoffMs } = this.#options
    const { maxAttempts = 1, onFailure } = this.#functions.find(({ id }) => id === run.function_id) ?? {}
    const onFailed = async (failed: ClaimedRun, error: unknown) =>
      onFailure && this.#take([failureOf(failed, error)], { seed: `failed:${failed.id}`, only: onFailure })
    const ended = drive(run, { served, maxAttempts, backoffMs, onFailed, isStopping: () => this.#isStopping })
      .catch((err) =>
        log.error(
          { err, run_id: run.id, function_id: run.function_id },
          "could not record the progress of a run; it continues when its lease expires",
        ),
      )
      .finally(() => {
        this.#driven.delete(run.id)
        this.look()
      })
    this.#driven.set(run.id, { run, ended })
  }

  async #take(events: SentEvent[], more: { seed?: string; only?: string }) {
    const ids = await accept(this.#functions, events, { ...more, from: this.#isStopping ? "" : this.id })
    this.look()
    return ids
  }

  /**
   * Extends the leases of the runs in progress. Also stores the Postgres session of the listener, by which other
   * processes see that these runs are alive; it changes when the listener reconnects.
   */
  async #renew() {
    if (this.#driven.size === 0) return
    await renew(this.#tokens(), this.#options.listener.pid).catch((err) =>
      log.warn({ err }, "could not renew the leases of running functions"),
    )
  }

  #tokens = () => [...this.#driven.values()].map(({ run }) => run.lease_token)
}

const RETRY_LOOK_MS = 1_000

/** The event that Inngest sends when a function has failed for good. */
const failureOf = ({ id, function_id, event }: ClaimedRun, error: unknown): SentEvent => ({
  name: "inngest/function.failed",
  data: { function_id, run_id: id, error, event },
})
