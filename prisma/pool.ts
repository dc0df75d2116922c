/** The connection pool that tells Postgres, on each checkout, which team is asking: the ground of row-level security. */
import { AsyncLocalStorage } from "node:async_hooks"
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from "pg"
import { endWhenSilent, longestSilenceMs, type Meter, socketOf, tellTeam } from "./connection"
import type { Statement } from "./pipeline"
import { ReadPipelines } from "./read-pipelines"
import { sessionConfig } from "./session-config"

/**
 * `team`: a team's id, or "*" for work that is named as crossing teams. Outside any scope no tenant row is visible.
 * `silenceMs`: how long a statement may take; left out: as long as any other.
 */
type Scope = { team: string; meter?: Meter | undefined; silenceMs?: number | undefined }

type Release = (broken?: Error | boolean) => void
type Checkout = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

export class TenantPool extends Pool {
  readonly #told = new WeakMap<PoolClient, string>()
  readonly #reads: ReadPipelines

  constructor(
    config: PoolConfig,
    readonly scope = new AsyncLocalStorage<Scope>(),
  ) {
    super(config)
    this.#reads = new ReadPipelines(config)
    const inUse = new WeakSet<PoolClient>()
    this.on("acquire", (client) => inUse.add(client))
    this.on("release", (_, client) => inUse.delete(client))
    this.on("connect", (client) => endWhenSilent(client, () => inUse.has(client)))
  }

  /** Fast reads share connections; anything else has one of its own until it is answered. */
  async ask(statement: Statement): Promise<QueryResult> {
    const { team = "", meter } = this.scope.getStore() ?? {}
    const from = performance.now()
    const answer = await this.#reads.ask(statement, team)
    if (!answer) return this.query(statement)
    if (meter) meter.dbMs += performance.now() - from
    return answer
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.#reads.end()]).then(callback)
    if (!callback) return ended
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Checkout): void
  override connect(callback?: Checkout): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => this.#checkout((e, client) => (client ? resolve(client) : reject(e))))
    this.#checkout(callback)
  }

  /** The connection is handed out only once Postgres knows the team: a failure here closes it instead of serving another team's rows. */
  #checkout(callback: Checkout) {
    const { team = "", meter, silenceMs = longestSilenceMs } = this.scope.getStore() ?? {}
    super.connect((error, client, release) => {
      if (error || !client) return callback(error, client, release)
      const socket = socketOf(client)
      if (socket.timeout !== silenceMs) socket.setTimeout(silenceMs)
      if (meter) measure(client, meter)
      if (this.#told.get(client) === team) return callback(undefined, client, release)
      client.query(tellTeam(team), (failure: Error | null) => {
        if (failure) {
          release(true)
          return callback(failure, undefined, () => {})
        }
        this.#told.set(client, team)
        callback(undefined, client, release)
      })
    })
  }
}

function measure(client: PoolClient, meter: Meter) {
  const from = performance.now()
  const release = client.release
  client.release = (broken) => {
    meter.dbMs += performance.now() - from
    release.call(client, broken)
  }
}

/** How long a statement or a transaction waits for a free connection. */
export const connectionTimeoutMs = 5_000

/** Connection settings of the application's role: row-level security binds it, and no statement outlives its deadline. */
export function applicationPoolConfig(databaseUrl: string, more: Record<string, string> = {}): PoolConfig {
  // Sorting a year of rollups in 4 MB, as Postgres would, goes through files.
  const settings = { role: "signalbox_app", timezone: "UTC", statement_timeout: 5_000, work_mem: "24MB", ...more }
  return {
    ...sessionConfig(databaseUrl, settings),
    max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
  }
}

/**
 * Connections for statements of the queue of deliveries, whose plans must not depend on what Postgres believed of the tables when it
 * made them: a queue is empty at one moment and long at the next, and a plan is kept for as long as nobody counts the rows. Every
 * row is found by an index. A bitmap of an index reads again and again what has left the queue; a scan marks it as dead, and the next
 * one passes it by. A claim, or that something has arrived, need not wait for the disk: if a crash of Postgres takes it back, the
 * receiver hears of the same message once more. Who holds the queue's lock and falls silent is thrown out.
 */
export const queuePoolConfig = (databaseUrl: string): PoolConfig => ({
  ...applicationPoolConfig(databaseUrl, {
    plan_cache_mode: "force_generic_plan",
    enable_seqscan: "off",
    enable_bitmapscan: "off",
    enable_hashjoin: "off",
    enable_mergejoin: "off",
    enable_sort: "off",
    enable_incremental_sort: "off",
    synchronous_commit: "off",
    idle_in_transaction_session_timeout: "3000",
  }),
  max: mostQueueConnections,
  pipeline: true,
})
const mostQueueConnections = 6
