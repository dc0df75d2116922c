/**
 * Delivers due events in rounds, and waits for new work before it ends. A steady flow of events thus needs a few runs
 * of the Inngest function, not one run per event.
 */
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"
import { throttle } from "./throttle"

type Delivered = { attempted: number; nextDueAt: string | null }
/**
 * Claims and attempts due deliveries until none are left (`domain/deliveries/work.ts`).
 *
 * It checks `until` before each claim; the caller may set it to an earlier time. It returns when its last request has ended.
 * It calls `onSlotFree` each time a request ends and frees a slot.
 * A `nextDueAt` in the past means that time ran out before all due deliveries were claimed.
 */
export type Deliver = (limits: { until: Date; onSlotFree: () => void }) => Promise<Delivered>

/** State of the one delivery loop per process. Process-wide, because Next and the server are separate bundles. */
const loop = processWide("deliver-loop", () => ({
  isOpen: false,
  isStopping: false,
  hasPendingWork: false,
  /** A request freed a slot of its endpoint. If its round no longer claims, only the next round can use that slot. */
  hasFreeSlot: false,
  wake: () => {},
  deadlines: new Set<Date>(),
}))

/** Notifies the loop of pending work. Returns false when no loop runs in this process, so the caller must start one. */
export function notifyDeliveryLoop() {
  if (!loop.isOpen || loop.isStopping) return false
  loop.hasPendingWork = true
  loop.wake()
  return true
}

/** Stops claiming. Called during shutdown; requests in flight continue. */
export function stopDelivery() {
  loop.isStopping = true
  for (const deadline of loop.deadlines) deadline.setTime(0)
  loop.wake()
}

/** Allows delivery again when background work starts again in the same process. */
export function resumeDelivery() {
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
  if (notifyDeliveryLoop()) return null
  const end = Date.now() + maxMs
  const handOverLater = throttle(
    () =>
      void handOver().catch((err) =>
        log.warn({ err }, "could not start another delivery run; the sweep starts one within a minute"),
      ),
  )
  const onSlotFree = () => {
    loop.hasFreeSlot = true
    if (loop.isOpen) loop.wake()
    else if (!loop.isStopping) handOverLater()
  }
  const rounds = new Rounds((until) => deliver({ until, onSlotFree }))
  Object.assign(loop, { isOpen: true, hasPendingWork: true })
  try {
    while (end - Date.now() > MIN_ROUND_MS && !loop.isStopping && !rounds.failure) {
      // A round that still claims finds free slots itself.
      const shouldStart = loop.hasPendingWork || rounds.isDue() || (loop.hasFreeSlot && !rounds.isClaiming())
      if (shouldStart && rounds.canStart()) {
        Object.assign(loop, { hasPendingWork: false, hasFreeSlot: false })
        rounds.start(new Date(Math.min(Date.now() + roundMs, end)))
      }
      const timeoutMs = rounds.isRunning() ? end - Date.now() : lingerMs
      const isNotified = await notificationWithin(rounds.canStart() ? Math.min(timeoutMs, rounds.dueInMs()) : timeoutMs)
      if (!isNotified && !rounds.isRunning() && rounds.dueInMs() > lingerMs) break
    }
  } finally {
    loop.isOpen = false
  }
  if ((rounds.isRunning() || loop.hasPendingWork || loop.hasFreeSlot) && !loop.isStopping && !rounds.failure)
    await handOver()
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
  canStart = () => this.#claiming.size < MAX_CLAIMING_ROUNDS
  isRunning = () => this.#running.size > 0

  isDue = () => this.dueInMs() === 0
  dueInMs = () =>
    this.#nextDueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(this.#nextDueAt) - Date.now())

  /**
   * Starts a round that claims until `until`. At that time the loop is notified: more may be due, and this round may
   * still wait for a slow receiver.
   */
  start(until: Date) {
    this.#nextDueAt = null
    loop.deadlines.add(until)
    this.#claiming.add(until)
    const onDeadline = () => this.#claiming.delete(until) && notifyDeliveryLoop()
    const timer = setTimeout(onDeadline, Math.max(0, until.getTime() - Date.now()))
    const round = this.#deliver(until)
      .then(({ attempted, nextDueAt }) => {
        this.#attempted += attempted
        this.#nextDueAt = nextDueAt
      })
      .catch((error) => {
        this.failure = error
      })
      .finally(() => {
        clearTimeout(timer)
        loop.deadlines.delete(until)
        this.#claiming.delete(until)
        this.#running.delete(round)
        loop.wake()
      })
    this.#running.add(round)
  }

  async finish() {
    await Promise.all(this.#running)
    if (this.failure) throw this.failure
    return { attempted: this.#attempted, nextDueAt: this.#nextDueAt }
  }
}

const MAX_CLAIMING_ROUNDS = 6
/** A timer may fire slightly early. A round this short would claim nothing useful. */
const MIN_ROUND_MS = 20

/** Resolves to true on a notification or when a round ends, and to false after `timeoutMs`. */
function notificationWithin(timeoutMs: number) {
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, timeoutMs), false)
    loop.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}
