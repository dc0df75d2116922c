/**
 * Delivers due deliveries: claims them, makes the attempts and records the results, until nothing is due. Several processes can
 * do this at once.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { expectSecrets } from "@/domain/webhooks/secrets"
import { faultOfOurs, tryOnce } from "./attempt"
import { claim, isAround, maxClaimed, mayBeMore } from "./claim"
import { type Leased, leaseSeconds } from "./leased"
import { nextDueAt } from "./next-due"
import { places } from "./places"
import { Recorder } from "./recorder"

/** Claims continue until this many deliveries wait for a slot, so that the next requests are ready when the last ones end. */
const maxWaiting = 100
/** Wait for a delivery that falls due within this time. */
const worthWaitingMs = 1_000
/** How often to look for due deliveries while requests are in flight. */
const lookEveryMs = 1_000
/** The same, when other endpoints may have due deliveries. */
const lookSoonMs = 10
const retryEveryMs = 250
const maxWaitMs = (leaseSeconds - 20) * 1_000

/** `nextDueAt` in the past: `until` was reached before the work was done. */
export type Delivered = { attempted: number; nextDueAt: string | null }

/** `onSlotFree`: called when a request ends after `until`, so that another call can use its slot. */
type Limits = { until: Date; onSlotFree?: () => void }

/** Stops claiming at `until`, then waits for requests in flight, which takes 15 s at most. */
export async function deliverDue({ until, onSlotFree = () => {} }: Limits): Promise<Delivered> {
  const attempts = new Attempts(() => Date.now() < until.getTime() || onSlotFree())
  let attempted = 0
  let isQuiet = false
  while (!isQuiet && Date.now() < until.getTime()) {
    const { ended } = attempts
    const isRoom = places().free >= -maxWaiting
    const leased = isRoom ? await claimAgain(until) : []
    expectSecrets(leased.map(({ endpoint_id }) => endpoint_id))
    for (const one of leased) void attempts.start(one)
    attempted += leased.length
    // After a full claim, or when a request ended during the claim, more deliveries may be ready.
    if (leased.length === maxClaimed || (isRoom && attempts.ended > ended)) continue
    if (attempts.count > 0) await attempts.change(leased.length > 0 && mayBeMore() ? lookSoonMs : lookEveryMs)
    // Other calls in this process may hold all slots and be past their `until`. Then only this call can claim more.
    else if (!isRoom) await sleep(lookSoonMs)
    else if (isAround()) isQuiet = !(await isDueSoon(until))
  }
  await attempts.end()
  return { attempted, nextDueAt: isQuiet ? await nextDueAt() : new Date().toISOString() }
}

/** The attempts that this call has started. */
class Attempts {
  readonly #recorder = new Recorder()
  #changed = () => {}
  readonly #onEnd: () => void
  count = 0
  ended = 0

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  async start(leased: Leased) {
    const claimedAt = performance.now()
    this.count++
    try {
      await this.#recorder.add(await places().run(() => tryInTime(leased, claimedAt)))
    } finally {
      this.count--
      this.ended++
      this.#changed()
      this.#onEnd()
    }
  }

  /** Resolves when an attempt has ended, so that its endpoint may get the next, or after `maxMs`. */
  async change(maxMs: number) {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#changed = resolve
      timer = setTimeout(resolve, maxMs)
    })
    clearTimeout(timer)
  }

  async end() {
    while (this.count > 0) await this.change(lookEveryMs)
  }
}

/** Skips the attempt if the lease could end before the request does. The delivery stays due and no attempt is counted. */
const tryInTime = (leased: Leased, claimedAt: number) =>
  performance.now() - claimedAt < maxWaitMs ? tryOnce(leased) : { leased, outcome: faultOfOurs, requestHeaders: {} }

/** Claims again while the database is briefly unreachable. */
async function claimAgain(until: Date): Promise<Leased[]> {
  for (;;)
    try {
      return await claim()
    } catch (error) {
      if (!databaseFailure(error) || Date.now() + retryEveryMs > until.getTime()) throw error
      await sleep(retryEveryMs)
    }
}

async function isDueSoon(until: Date): Promise<boolean> {
  const next = await nextDueAt()
  const waitMs = next === null ? Number.POSITIVE_INFINITY : Date.parse(next) - Date.now()
  if (waitMs > worthWaitingMs || Date.now() + waitMs > until.getTime()) return false
  await sleep(Math.max(waitMs, 1))
  return true
}
