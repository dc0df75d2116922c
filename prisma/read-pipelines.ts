/**
 * Connections that fast reads share, beside the pool: with many requests at once, fewer processes of Postgres and fewer packets do the
 * same work (docs/decisions/0016). Postgres answers in order, so a slow read holds up those behind it: each takes the shortest line, none
 * a line whose first is late, and a read that was seen to be slow is refused for a minute.
 */
import type { ClientConfig, QueryResult } from "pg"
import { Pipeline, type Statement } from "./pipeline"

const mostPipelines = 4
const longestLine = 8
/** The answer that was awaited at two looks in a row is late. */
const lookEveryMs = 25
/** A statement is slow when so many looks found it late, and more than one in twenty times it was asked: a machine may stand still for once. */
const slowLooks = 3
const lateShare = 1 / 20
const slowForMs = 60_000
/** What was longer ago counts less and less. */
const mostCounted = 1_000
/** As in the pool: a network may have forgotten a connection on which nothing was said for long. */
const longestIdleMs = 60_000

/** After an attempt to open one failed. */
const restMs = 1_000

/** What is known of the statements of one name. */
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
    // Postgres itself says what is no read.
    this.#config = { ...config, options: `${config.options ?? ""} -c default_transaction_read_only=on` }
  }

  /** Undefined: this needs a connection of its own, and nothing has come of it yet. */
  ask(statement: Statement, team: string): Promise<QueryResult | undefined> | undefined {
    const known = this.#knownOf(statement)
    if (!known.isRead || known.slowUntil > performance.now()) return
    const shortest = this.#shortest(team)
    const line = shortest?.line.length ?? 0
    if (!shortest || (line > 0 && this.#open.size < mostPipelines)) return this.#openAnother()
    if (line >= longestLine) return
    this.#looking ??= setInterval(() => setImmediate(() => this.#look()), lookEveryMs).unref()
    if (++known.asked > mostCounted) Object.assign(known, { asked: known.asked / 2, late: known.late / 2 })
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

  /** Telling Postgres of another team is a small statement more. */
  #shortest(team: string): Pipeline | undefined {
    const now = performance.now()
    let shortest: Pipeline | undefined
    let length = Number.POSITIVE_INFINITY
    for (const one of this.#open) {
      if (one.idleMs(now) > longestIdleMs) {
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

  /** In the background: until it stands, the pool serves, and says what is wrong if it never does. */
  #openAnother(): undefined {
    if (this.#isEnded || performance.now() < this.#openAfter || this.#open.size + this.#opening.size >= mostPipelines)
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

  /** After all that has come was read, so that a busy event loop makes nothing look slow. */
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

/** After its minute the next late answer is enough. */
function noteLate(known: Known) {
  known.late++
  if (known.late < slowLooks || known.late < known.asked * lateShare) return
  Object.assign(known, { asked: 1, late: slowLooks - 1, slowUntil: performance.now() + slowForMs })
}

/** What a function does that it calls is seen when Postgres refuses it. */
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|merge)\b/i.test(text)
const readOnlyTransaction = "25006"
