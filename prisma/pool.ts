/**
 * A connection pool that sets the team of a connection in Postgres before it hands the connection out. Row-level
 * security depends on it.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from "pg"
import { closeOnResponseTimeout, defaultResponseTimeoutMs, type Meter, setTeam, socketOf } from "./connection"
import { ReadPipelines, type Statement } from "./read-pipelines"
import { sessionConfig } from "./session-config"

/** What applies to all statements of one piece of work. Outside any scope no tenant row is visible. */
type Scope = {
  /** A team's id, or "*" for work across teams. */
  team: string
  meter?: Meter | undefined
  /** Once this aborts, no statement starts outside transactions that are already open. */
  signal?: AbortSignal | undefined
  /** How long a connection waits for a response. Default: `defaultResponseTimeoutMs`. */
  responseTimeoutMs?: number | undefined
  /** During a dry run, the connection that every statement uses (prisma/dry-run.ts). */
  dryRunClient?: PoolClient | undefined
}

type Release = (broken?: Error | boolean) => void
type Checkout = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

export class TenantPool extends Pool {
  /** The team that each connection was set to. */
  readonly #teams = new WeakMap<PoolClient, string>()
  readonly #reads: ReadPipelines | undefined

  constructor(
    config: PoolConfig,
    readonly scope = new AsyncLocalStorage<Scope>(),
  ) {
    super(config)
    if (readsAreShared()) this.#reads = new ReadPipelines(config)
    const acquiredAt = new WeakMap<PoolClient, number>()
    this.on("acquire", (client) => acquiredAt.set(client, performance.now()))
    this.on("release", (_, client) => acquiredAt.delete(client))
    this.on("connect", (client) => closeOnResponseTimeout(client, () => acquiredAt.get(client)))
  }

  /** Runs fast reads on shared connections, and all other statements on a connection of the pool. */
  async execute(statement: Statement): Promise<QueryResult> {
    const { team = "", meter, signal, dryRunClient } = this.scope.getStore() ?? {}
    signal?.throwIfAborted()
    if (dryRunClient) return this.query(statement)
    const startedAt = performance.now()
    const result = await this.#reads?.execute(statement, team)
    if (!result) return this.query(statement)
    if (meter) meter.dbMs += performance.now() - startedAt
    return result
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.#reads?.end()]).then(callback)
    if (!callback) return ended
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Checkout): void
  override connect(callback?: Checkout): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => this.#checkout((e, client) => (client ? resolve(client) : reject(e))))
    this.#checkout(callback)
  }

  /**
   * Hands out a connection only after Postgres has set the team. If that fails, the connection is closed, so it can
   * never return another team's rows.
   */
  #checkout(callback: Checkout) {
    const scope: Partial<Scope> = this.scope.getStore() ?? {}
    const { team = "", meter, signal, responseTimeoutMs = defaultResponseTimeoutMs, dryRunClient } = scope
    if (signal?.aborted) return callback(signal.reason, undefined, () => {})
    if (dryRunClient) return callback(undefined, dryRunClient, () => {})
    super.connect((error, client, release) => {
      if (error || !client) return callback(error, client, release)
      const socket = socketOf(client)
      if (socket.timeout !== responseTimeoutMs) socket.setTimeout(responseTimeoutMs)
      if (meter) measure(client, meter)
      if (this.#teams.get(client) === team) return callback(undefined, client, release)
      client.query(setTeam(team), (failure: Error | null) => {
        if (failure) {
          release(true)
          return callback(failure, undefined, () => {})
        }
        this.#teams.set(client, team)
        callback(undefined, client, release)
      })
    })
  }
}

function readsAreShared() {
  const value = process.env.DATABASE_SHARED_READS || "on"
  if (value !== "on" && value !== "off") throw new Error("DATABASE_SHARED_READS must be on or off")
  return value === "on"
}

function measure(client: PoolClient, meter: Meter) {
  const startedAt = performance.now()
  const release = client.release
  client.release = (broken) => {
    meter.dbMs += performance.now() - startedAt
    release.call(client, broken)
  }
}

/** How long a statement or a transaction waits for a free connection. */
export const connectionTimeoutMs = 5_000

/** Connection settings of the application's role: row-level security applies, and statements have a time limit. */
export function applicationPoolConfig(databaseUrl: string, more: Record<string, string> = {}): PoolConfig {
  // With Postgres's default of 4 MB, sorting a year of rollups would write to disk.
  const settings = { role: "signalbox_app", timezone: "UTC", statement_timeout: 5_000, work_mem: "24MB", ...more }
  return {
    ...sessionConfig(databaseUrl, settings),
    max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
  }
}

/**
 * Connections for the delivery queue. Their plans must not depend on table statistics: the queue is empty at one moment
 * and long at the next, and a cached plan lives until the statistics change. So only index scans are allowed.
 *
 * Bitmap scans are off, because they read entries of finished deliveries again and again. A plain index scan marks such
 * entries as dead, and later scans skip them.
 *
 * Commits do not wait for the disk. If Postgres crashes and loses a claim or a result, the receiver gets the same
 * message once more.
 *
 * A session that holds locks on rows of the queue and stays idle in its transaction for 3 s is terminated.
 */
export const queuePoolConfig = (databaseUrl: string): PoolConfig => ({
  ...applicationPoolConfig(databaseUrl, {
    plan_cache_mode: "force_generic_plan",
    enable_seqscan: "off",
    enable_bitmapscan: "off",
    enable_mergejoin: "off",
    enable_sort: "off",
    enable_incremental_sort: "off",
    synchronous_commit: "off",
    idle_in_transaction_session_timeout: "3000",
  }),
  max: maxQueueConnections,
  pipeline: true,
})
const maxQueueConnections = 6
