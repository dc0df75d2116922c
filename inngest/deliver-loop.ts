/** Delivers what is due, and stays for what comes next: a steady flow of events costs one run of a function, not one each. */
import { log } from "@/domain/log"
import { processWide } from "@/domain/process-wide"
import { coalesced } from "./coalesced"

type Delivered = { attempted: number; nextDueAt: string | null }
/**
 * domain/deliveries/work.ts: attempts until nothing is due any more; looks at `until`, which may be brought forward, before each claim,
 * and then sees what is under way to its end, calling `onRoom` as each request ends. `nextDueAt` in the past: time ran out before the work did.
 */
export type Deliver = (limits: { until: Date; onRoom: () => void }) => Promise<Delivered>

/** One loop a process, whichever bundle it runs in. */
const loop = processWide("deliver-loop", () => ({
  isOpen: false,
  isStopping: false,
  hasNews: false,
  /** A round that claims nothing any more made room: what waited for that is nobody's until the next round begins. */
  hasRoom: false,
  hear: () => {},
  ends: new Set<Date>(),
}))

/** Says that something is due; false when no loop runs here that would see to it. */
export function poke() {
  if (!loop.isOpen || loop.isStopping) return false
  loop.hasNews = true
  loop.hear()
  return true
}

/** From then on nothing more is claimed: the process is about to end. */
export function stopDelivering() {
  loop.isStopping = true
  for (const end of loop.ends) end.setTime(0)
  loop.hear()
}

export function mayDeliver() {
  loop.isStopping = false
}

/**
 * Ends once nothing was due and nothing new heard of for `lingerMs`, or after `longestMs`: when requests are under way then, or something
 * new was heard of in the last moment, `handOver` is to start another one; so it is as those requests end, unless one is running by then.
 * `null`: a loop was running already, and knows.
 */
export async function deliverUntilQuiet(
  deliver: Deliver,
  { lingerMs = 1_000, longestMs = 20_000, roundMs = 5_000, handOver = (): Promise<unknown> => Promise.resolve() } = {},
) {
  if (poke()) return null
  const end = Date.now() + longestMs
  const handOverLate = coalesced(
    () => void handOver().catch((err) => log.warn({ err }, "what waits for room is left to the sweep")),
  )
  const onRoom = () => {
    loop.hasRoom = true
    if (loop.isOpen) loop.hear()
    else if (!loop.isStopping) handOverLate()
  }
  const rounds = new Rounds((until) => deliver({ until, onRoom }))
  Object.assign(loop, { isOpen: true, hasNews: true })
  try {
    while (end - Date.now() > SHORTEST_ROUND_MS && !loop.isStopping && !rounds.failure) {
      // A round that claims looks for room by itself, until it ends.
      const isAsked = loop.hasNews || rounds.isDue() || (loop.hasRoom && !rounds.isClaiming())
      if (isAsked && rounds.mayBegin()) {
        Object.assign(loop, { hasNews: false, hasRoom: false })
        rounds.begin(new Date(Math.min(Date.now() + roundMs, end)))
      }
      const patienceMs = rounds.isAtWork() ? end - Date.now() : lingerMs
      const isNews = await heard(rounds.mayBegin() ? Math.min(patienceMs, rounds.dueInMs()) : patienceMs)
      if (!isNews && !rounds.isAtWork() && rounds.dueInMs() > lingerMs) break
    }
  } finally {
    loop.isOpen = false
  }
  if ((rounds.isAtWork() || loop.hasNews || loop.hasRoom) && !loop.isStopping && !rounds.failure) await handOver()
  return rounds.finish()
}

/**
 * Calls of `deliver`, several at a time: while one waits for a slow receiver, news is for the next. The database sees to it that
 * they share what is due and keep each endpoint's limits.
 */
class Rounds {
  readonly #deliver: (until: Date) => Promise<Delivered>
  readonly #running = new Set<Promise<void>>()
  /** Those that may still claim; the others only wait for receivers, and hold up nobody. */
  readonly #claiming = new Set<Date>()
  #attempted = 0
  #nextDueAt: string | null = null
  failure: Error | undefined

  constructor(deliver: (until: Date) => Promise<Delivered>) {
    this.#deliver = deliver
  }

  isClaiming = () => this.#claiming.size > 0
  mayBegin = () => this.#claiming.size < MOST_ROUNDS
  isAtWork = () => this.#running.size > 0

  isDue = () => this.dueInMs() === 0
  dueInMs = () =>
    this.#nextDueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(this.#nextDueAt) - Date.now())

  /** When its time is over there may be more to do, for the next round: this one may still have to wait for a slow receiver. */
  begin(until: Date) {
    this.#nextDueAt = null
    loop.ends.add(until)
    this.#claiming.add(until)
    const isOver = () => this.#claiming.delete(until) && poke()
    const over = setTimeout(isOver, Math.max(0, until.getTime() - Date.now()))
    const round = this.#deliver(until)
      .then(({ attempted, nextDueAt }) => {
        this.#attempted += attempted
        this.#nextDueAt = nextDueAt
      })
      .catch((error) => {
        this.failure = error
      })
      .finally(() => {
        clearTimeout(over)
        loop.ends.delete(until)
        this.#claiming.delete(until)
        this.#running.delete(round)
        loop.hear()
      })
    this.#running.add(round)
  }

  async finish() {
    await Promise.all(this.#running)
    if (this.failure) throw this.failure
    return { attempted: this.#attempted, nextDueAt: this.#nextDueAt }
  }
}

const MOST_ROUNDS = 6
/** A timer may fire a moment before its time: what is left then is no round. */
const SHORTEST_ROUND_MS = 20

/** True when something was heard: news, or the end of a round. */
function heard(patienceMs: number) {
  return new Promise<boolean>((resolve) => {
    const patience = setTimeout(resolve, Math.max(0, patienceMs), false)
    loop.hear = () => {
      clearTimeout(patience)
      resolve(true)
    }
  })
}
