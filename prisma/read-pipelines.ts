/**
 * Shared connections for fast reads, beside the pool. With many requests at once, fewer Postgres processes and packets
 * do the same work (docs/decisions/0016).
 *
 * Postgres answers in order, so a slow read delays those behind it. Each read therefore goes to the shortest line, and
 * never to a line whose first result is late. A read that was repeatedly slow is refused for a minute.
 */
import type { ClientConfig, QueryResult } from "pg"
import { Pipeline, type Statement } from "./pipeline"

const maxPipelines = 4
const maxLineLength = 8
/** A result that is awaited at two checks in a row counts as late. */
const lookEveryMs = 25
/**
 * A statement counts as slow when it was late at least this often, and in more than 1 in 20 of its executions. A single
 * late result may only mean that the machine stalled.
 */
const slowLooks = 3
const lateShare = 1 / 20
const slowForMs = 60_000
/** Counts are halved at this limit, so that older executions weigh less. */
const maxCounted = 1_000
/** Same as in the pool: a network may have dropped a connection that was idle for longer. */
const maxIdleMs = 60_000

/** Pause after a failed attempt to open a connection. */
const restMs = 1_000

/** Statistics of the statements with one name. */
type Known = { isRead: boolean; asked: number; late: number; slowUntil: number }

export class ReadPipelines {
  readonly #config: ClientConfig
  readonly #open = new Set<Pipeline>()
  readonly #opening = new Set<Promise<void>>()
  readonly #known = new Map<string, Known>()
  #firsts = new Set<Statement>()
  #late = new Set<Statement>()
  #looking: NodeJS.Timeout | undefined
  #openAfter = 0
  #isEnded = false

  constructor(config: ClientConfig) {
    // Postgres itself rejects statements that write.
    this.#config = { ...config, options: `${config.options ?? ""} -c default_transaction_read_only=on` }
  }

  /** Returns undefined if the statement must run on a connection of the pool. It has had no effect then. */
  ask(statement: Statement, team: string): Promise<QueryResult | undefined> | undefined {
    const known = this.#knownOf(statement)
    if (!known.isRead || known.slowUntil > performance.now()) return
    const shortest = this.#shortest(team)
    const line = shortest?.line.length ?? 0
    if (!shortest || (line > 0 && this.#open.size < maxPipelines)) return this.#openAnother()
    if (line >= maxLineLength) return
    this.#looking ??= setInterval(() => setImmediate(() => this.#look()), lookEveryMs).unref()
    if (++known.asked > maxCounted) Object.assign(known, { asked: known.asked / 2, late: known.late / 2 })
    return shortest.ask(statement, team).catch((failure) => {
      if (failure.code !== readOnlyTransaction) throw failure
      known.isRead = false
      return undefined
    })
  }

  async end() {
    this.#isEnded = true
    clearInterval(this.#looking)
    await Promise.all(this.#opening)
    await Promise.all([...this.#open].map(({ client }) => client.end()))
  }

  #knownOf({ name, text }: Statement): Known {
    let known = this.#known.get(name)
    if (!known) {
      known = { isRead: isRead(text), asked: 0, late: 0, slowUntil: 0 }
      this.#known.set(name, known)
    }
    return known
  }

  /** The line with the least work. Switching the team costs one more small statement. */
  #shortest(team: string): Pipeline | undefined {
    const now = performance.now()
    let shortest: Pipeline | undefined
    let length = Number.POSITIVE_INFINITY
    for (const one of this.#open) {
      if (one.idleMs(now) > maxIdleMs) {
        this.#open.delete(one)
        void one.client.end()
        continue
      }
      if (one.line[0] && this.#late.has(one.line[0])) continue
      const behind = one.line.length * 2 + (one.team === team ? 0 : 1)
      if (behind < length) [shortest, length] = [one, behind]
    }
    return shortest
  }

  /**
   * Opens another connection in the background. Meanwhile the pool serves the reads, and reports the error if Postgres
   * is away.
   */
  #openAnother(): undefined {
    if (this.#isEnded || performance.now() < this.#openAfter || this.#open.size + this.#opening.size >= maxPipelines)
      return
    const opening = Pipeline.open(this.#config, (ended) => this.#open.delete(ended)).then(
      (one) => void this.#open.add(one),
      () => {
        this.#openAfter = performance.now() + restMs
      },
    )
    this.#opening.add(opening)
    void opening.then(() => this.#opening.delete(opening))
  }

  /**
   * Finds late results. Runs after all received data has been read, so that a busy event loop does not make a statement
   * look slow.
   */
  #look() {
    const firsts = new Set([...this.#open].flatMap(({ line }) => line.slice(0, 1)))
    this.#late = this.#firsts.intersection(firsts)
    this.#firsts = firsts
    for (const late of this.#late) noteLate(this.#knownOf(late))
    if (firsts.size > 0) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }
}

/** Counts a late result. After its minute, one more late result makes the statement slow again. */
function noteLate(known: Known) {
  known.late++
  if (known.late < slowLooks || known.late < known.asked * lateShare) return
  Object.assign(known, { asked: 1, late: slowLooks - 1, slowUntil: performance.now() + slowForMs })
}

/** Writes inside called functions are not visible here. They are found when Postgres rejects them. */
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text)
const readOnlyTransaction = "25006"
