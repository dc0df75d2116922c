/**
 * Delivers due events in rounds, and waits for new work before it ends. A steady flow of events thus needs a few runs
 * of the Inngest function, not one run per event.
 */
import { log } from "@/domain/log"
import { processWide } from "@/domain/process-wide"
import { coalesced } from "./coalesced"

type Delivered = { attempted: number; nextDueAt: string | null }
/**
 * Claims and attempts due deliveries until none are left (`domain/deliveries/work.ts`).
 *
 * It checks `until` before each claim; the caller may set it to an earlier time. It returns when its last request has ended.
 * It calls `onRoom` each time a request ends and frees a slot.
 * A `nextDueAt` in the past means that time ran out before all due deliveries were claimed.
 */
export type Deliver = (limits: { until: Date; onRoom: () => void }) => Promise<Delivered>

/** State of the one delivery loop per process. Process-wide, because Next and the server are separate bundles. */
const loop = processWide("deliver-loop", () => ({
  isOpen: false,
  isStopping: false,
  hasNews: false,
  /** A request freed a slot of its endpoint. If its round no longer claims, only the next round can use that slot. */
  hasRoom: false,
  hear: () => {},
  ends: new Set<Date>(),
}))

/** Notifies the loop of pending work. Returns false when no loop runs in this process, so the caller must start one. */
export function poke() {
  if (!loop.isOpen || loop.isStopping) return false
  loop.hasNews = true
  loop.hear()
  return true
}

/** Stops claiming. Called during shutdown; requests in flight continue. */
export function stopDelivering() {
  loop.isStopping = true
  for (const end of loop.ends) end.setTime(0)
  loop.hear()
}

/** Allows delivery again when background work starts again in the same process. */
export function mayDeliver() {
  loop.isStopping = false
}

/**
 * Runs delivery rounds. Returns after `lingerMs` without due deliveries and notifications, or after `maxMs`.
 *
 * If requests are still in flight then, or work arrived at the last moment, `handOver` starts another run of the
 * function. Each of those requests calls `handOver` again when it ends, unless a loop is running by then.
 *
 * Returns null when a loop already runs in this process. That loop has been notified.
 */
export async function deliverUntilQuiet(
  deliver: Deliver,
  { lingerMs = 1_000, maxMs = 20_000, roundMs = 5_000, handOver = (): Promise<unknown> => Promise.resolve() } = {},
) {
  if (poke()) return null
  const end = Date.now() + maxMs
  const handOverLate = coalesced(
    () =>
      void handOver().catch((err) =>
        log.warn({ err }, "could not start another delivery run; the sweep starts one within a minute"),
      ),
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
      // A round that still claims finds free slots itself.
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
 * Calls of `deliver`, several at once, so that a round that waits for a slow receiver does not delay new work. The
 * claim statement in Postgres divides the due deliveries between rounds and enforces the limits of each endpoint.
 */
class Rounds {
  readonly #deliver: (until: Date) => Promise<Delivered>
  readonly #running = new Set<Promise<void>>()
  /** Rounds that still claim. The others only wait for responses, so they do not count towards the limit. */
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

  /**
   * Starts a round that claims until `until`. At that time the loop is notified: more may be due, and this round may
   * still wait for a slow receiver.
   */
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
/** A timer may fire slightly early. A round this short would claim nothing useful. */
const SHORTEST_ROUND_MS = 20

/** Resolves to true on a notification or when a round ends, and to false after `patienceMs`. */
function heard(patienceMs: number) {
  return new Promise<boolean>((resolve) => {
    const patience = setTimeout(resolve, Math.max(0, patienceMs), false)
    loop.hear = () => {
      clearTimeout(patience)
      resolve(true)
    }
  })
}
