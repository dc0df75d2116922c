/**
 * Runs fast reads on four shared connections in pg's pipeline mode, beside the pool. A read is sent immediately, behind
 * the reads that have no result yet. Many requests then need few Postgres processes and few packets
 * (docs/decisions/0026-shared-reads-stay.md has the measurements).
 * `DATABASE_SHARED_READS=off` sends every read to the pool.
 *
 * Guarantees:
 * - Only reads share a connection. A statement must begin with SELECT or WITH and contain no writing keyword. The
 *   session is read-only, so Postgres rejects a SELECT that calls a function which writes. Such a statement had no
 *   effect. It runs on the pool, and goes there directly from then on. Transactions, Prisma's queries and the delivery
 *   queue never use these connections.
 * - Each read sees its own team's rows. The connection sets the team before it runs a read for another team. If that
 *   fails, the connection is closed, and every result that arrives after the failure is replaced by an error.
 * - An error stays with its read. Each read is a transaction of its own, so those before and behind it are not
 *   affected.
 * - A slow read delays few others. Postgres returns results in order, so at most seven reads wait behind one. A
 *   connection whose oldest result is late gets no more reads. A statement that is often late uses the pool for a
 *   minute.
 * - A read that exceeds `statement_timeout` fails alone. If Postgres sends nothing for `defaultResponseTimeoutMs`, the
 *   connection is closed.
 * - When a connection is lost, its pending reads fail with pg's error and are not repeated. New reads use the other
 *   connections or the pool, and a new connection opens in the background.
 */
import type { Socket } from "node:net"
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from "pg"
import { closeOnResponseTimeout, setTeam, socketOf } from "./connection"

/** A prepared statement. The same name always has the same text. */
export type Statement = QueryConfig & { name: string }

const maxConnections = 4
const maxPendingPerConnection = 8
/** A result is late if it is the oldest pending one at two checks in a row. */
const lateCheckMs = 25
/**
 * A statement is slow when it was late at least `slowMinLate` times, and in at least `slowLateShare` of its executions.
 * A single late result may only mean that the machine stalled.
 */
const slowMinLate = 3
const slowLateShare = 1 / 20
const slowForMs = 60_000
/** Counts are halved at this number of executions, so that older executions weigh less. */
const maxCounted = 1_000
/** Same as in the pool: a network may have dropped a connection that was idle for longer. */
const maxIdleMs = 60_000
/** Pause after a failed attempt to open a connection. */
const reopenPauseMs = 1_000

type StatementStats = { isRead: boolean; executions: number; late: number; slowUntil: number }

export class ReadPipelines {
  readonly #config: ClientConfig
  readonly #open = new Set<Pipeline>()
  readonly #opening = new Set<Promise<void>>()
  readonly #stats = new Map<string, StatementStats>()
  /** The oldest pending statement of each connection at the latest check. */
  #oldest = new Set<Statement>()
  #late = new Set<Statement>()
  #lateCheck: NodeJS.Timeout | undefined
  #noOpenBefore = 0
  #isEnded = false

  constructor(config: ClientConfig) {
    this.#config = { ...config, options: `${config.options ?? ""} -c default_transaction_read_only=on` }
  }

  /** Returns undefined, now or as the result, if the statement must run on the pool. It had no effect in that case. */
  execute(statement: Statement, team: string): Promise<QueryResult | undefined> | undefined {
    const stats = this.#statsOf(statement)
    if (!stats.isRead || stats.slowUntil > performance.now()) return
    const pipeline = this.#leastBusy(team)
    const pending = pipeline?.pending.length ?? 0
    if (!pipeline || (pending > 0 && this.#open.size < maxConnections)) return this.#openAnother()
    if (pending >= maxPendingPerConnection) return
    this.#lateCheck ??= setInterval(() => setImmediate(() => this.#checkLate()), lateCheckMs).unref()
    if (++stats.executions > maxCounted)
      Object.assign(stats, { executions: stats.executions / 2, late: stats.late / 2 })
    return pipeline.execute(statement, team).catch((failure) => {
      if (failure.code !== readOnlyTransaction) throw failure
      stats.isRead = false
      return undefined
    })
  }

  async end() {
    this.#isEnded = true
    clearInterval(this.#lateCheck)
    await Promise.all(this.#opening)
    await Promise.all([...this.#open].map(({ client }) => client.end()))
  }

  #statsOf({ name, text }: Statement): StatementStats {
    let stats = this.#stats.get(name)
    if (!stats) {
      stats = { isRead: isRead(text), executions: 0, late: 0, slowUntil: 0 }
      this.#stats.set(name, stats)
    }
    return stats
  }

  /** The connection with the fewest statements to run, including the one that sets another team. */
  #leastBusy(team: string): Pipeline | undefined {
    const now = performance.now()
    let leastBusy: Pipeline | undefined
    let minCost = Number.POSITIVE_INFINITY
    for (const pipeline of this.#open) {
      if (pipeline.idleMs(now) > maxIdleMs) {
        this.#open.delete(pipeline)
        void pipeline.client.end()
        continue
      }
      const [oldest] = pipeline.pending
      if (oldest && this.#late.has(oldest)) continue
      const cost = pipeline.pending.length * 2 + (pipeline.team === team ? 0 : 1)
      if (cost < minCost) [leastBusy, minCost] = [pipeline, cost]
    }
    return leastBusy
  }

  /**
   * Opens another connection in the background. Meanwhile the pool runs the reads, and reports the error if Postgres
   * cannot be reached.
   */
  #openAnother(): undefined {
    if (this.#isEnded || performance.now() < this.#noOpenBefore) return
    if (this.#open.size + this.#opening.size >= maxConnections) return
    const opening = Pipeline.open(this.#config, (ended) => this.#open.delete(ended)).then(
      (pipeline) => void this.#open.add(pipeline),
      () => {
        this.#noOpenBefore = performance.now() + reopenPauseMs
      },
    )
    this.#opening.add(opening)
    void opening.then(() => this.#opening.delete(opening))
  }

  /**
   * Finds late results. Runs after all received data has been read, so that a busy event loop does not make a statement
   * look slow.
   */
  #checkLate() {
    const oldest = new Set([...this.#open].flatMap(({ pending }) => pending.slice(0, 1)))
    this.#late = this.#oldest.intersection(oldest)
    this.#oldest = oldest
    for (const late of this.#late) countLate(this.#statsOf(late))
    if (oldest.size > 0) return
    clearInterval(this.#lateCheck)
    this.#lateCheck = undefined
  }
}

/** Counts a late result. After the minute of a slow statement, one more late result makes it slow again. */
function countLate(stats: StatementStats) {
  stats.late++
  if (stats.late < slowMinLate || stats.late < stats.executions * slowLateShare) return
  Object.assign(stats, { executions: 1, late: slowMinLate - 1, slowUntil: performance.now() + slowForMs })
}

const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text)
const readOnlyTransaction = "25006"

/** One connection in pg's pipeline mode: statements are sent immediately, without waiting for earlier results. */
class Pipeline {
  /** Statements without a result yet, in the order in which Postgres returns the results. */
  readonly pending: Statement[] = []
  /** The team whose rows the next statement sees. */
  team = ""
  /** When the last result arrived, or the first statement after an idle time was sent. */
  #activeAt = performance.now()
  #isCorked = false
  #isBroken = false
  readonly #socket: Socket

  /** Opens a connection. `onEnd` is called when the connection is lost or closed. */
  static async open(config: ClientConfig, onEnd: (pipeline: Pipeline) => void): Promise<Pipeline> {
    const client = new Client({ ...config, pipeline: true })
    client.on("error", () => {}) // pg rejects the pending statements itself
    await client.connect()
    return new Pipeline(client, onEnd)
  }

  constructor(
    readonly client: Client,
    onEnd: (pipeline: Pipeline) => void,
  ) {
    this.#socket = socketOf(client)
    closeOnResponseTimeout(client, () => (this.pending.length > 0 ? this.#activeAt : undefined))
    for (const event of ["error", "end"] as const) client.on(event, () => onEnd(this))
  }

  execute(statement: Statement, team: string): Promise<QueryResult> {
    this.#sendTogether()
    if (this.team !== team) this.#setTeam(team)
    if (this.pending.length === 0) this.#activeAt = performance.now()
    this.pending.push(statement)
    return new Promise((resolve, reject) => {
      this.client.query(statement, (failure: Error | null, result) => {
        this.pending.shift()
        this.#activeAt = performance.now()
        if (failure) reject(failure)
        // The result may be another team's: it can arrive in the same packet as the error that setting the team failed.
        else if (this.#isBroken) reject(new Error("Connection terminated: the team could not be set"))
        else resolve(result)
      })
    })
  }

  /** Milliseconds without a pending statement or a result. */
  idleMs(now: number) {
    return this.pending.length > 0 ? 0 : now - this.#activeAt
  }

  #setTeam(team: string) {
    this.team = team
    this.client.query(setTeam(team), (failure: Error | null) => {
      if (!failure) return
      this.#isBroken = true
      this.#socket.destroy(failure)
    })
  }

  /** Sends all statements of one turn of the event loop in one packet. */
  #sendTogether() {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }
}
