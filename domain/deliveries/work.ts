/** Delivers whatever is due: claims, attempts, writes down, until there is nothing more. Any number of processes may do so at once. */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/database-failure"
import { expectSecrets } from "@/domain/webhooks/secrets"
import { faultOfOurs, tryOnce } from "./attempt"
import { claim, isAround, maxClaimed, mayBeMore } from "./claim"
import { type Leased, leaseSeconds } from "./leased"
import { nextDueAt } from "./next-due"
import { places } from "./places"
import { Recorder } from "./recorder"

/** While no more wait for a place, the next are claimed: they are here before the last have ended. */
const mostWaiting = 100
/** What will be due so soon is waited for. */
const worthWaitingMs = 1_000
/** While requests are under way, to see what fell due meanwhile. */
const lookEveryMs = 1_000
/** The same, where others may have something. */
const lookSoonMs = 10
const retryEveryMs = 250
const mostWaitMs = (leaseSeconds - 20) * 1_000

/** `nextDueAt`: a moment that has come means that time ran out before the work did. */
export type Delivered = { attempted: number; nextDueAt: string | null }

/** `onRoom`: a request has ended too late for this call to claim what may take its place. */
type Limits = { until: Date; onRoom?: () => void }

/** Claims nothing after `until`; what is under way then is seen to its end, which takes a request's 15 s at most. */
export async function deliverDue({ until, onRoom = () => {} }: Limits): Promise<Delivered> {
  const attempts = new Attempts(() => Date.now() < until.getTime() || onRoom())
  let attempted = 0
  let isQuiet = false
  while (!isQuiet && Date.now() < until.getTime()) {
    const { ended } = attempts
    const isRoom = places().free >= -mostWaiting
    const leased = isRoom ? await claimAgain(until) : []
    expectSecrets(leased.map(({ endpoint_id }) => endpoint_id))
    for (const one of leased) void attempts.start(one)
    attempted += leased.length
    // Full hands, or an endpoint's place was given back while the claim was being made: there may be more.
    if (leased.length === maxClaimed || (isRoom && attempts.ended > ended)) continue
    if (attempts.count > 0) await attempts.change(leased.length > 0 && mayBeMore() ? lookSoonMs : lookEveryMs)
    // Whoever in this process has taken all places may have no time left to claim more: then nobody else would.
    else if (!isRoom) await sleep(lookSoonMs)
    else if (isAround()) isQuiet = !(await isDueSoon(until))
  }
  await attempts.end()
  return { attempted, nextDueAt: isQuiet ? await nextDueAt() : new Date().toISOString() }
}

/** Those that this call has begun. */
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

  /** Comes back when one of them has ended, so that its endpoint may have the next; or after a while. */
  async change(mostMs: number) {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#changed = resolve
      timer = setTimeout(resolve, mostMs)
    })
    clearTimeout(timer)
  }

  async end() {
    while (this.count > 0) await this.change(lookEveryMs)
  }
}

/** Whoever has waited so long for a place that the lease might end before the request does is left for later: that costs nothing. */
const tryInTime = (leased: Leased, claimedAt: number) =>
  performance.now() - claimedAt < mostWaitMs ? tryOnce(leased) : { leased, outcome: faultOfOurs, requestHeaders: {} }

/** A database that is away for a moment costs nobody anything. */
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
