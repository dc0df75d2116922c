/**
 * The delivery loop: claims due deliveries, sends them and records the results, until nothing is due. Several loops can
 * run at once, in one process and in many.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { nextDueAt, repairQueue } from "@/domain/webhooks/endpoint-queue"
import { prefetchSecrets } from "@/domain/webhooks/secrets"
import { sendAttempt } from "./attempt"
import { claim } from "./claim"
import type { LeasedDelivery } from "./leased-delivery"
import { attemptsInFlight, loopSignal, requestSlots } from "./loop-state"
import { Recorder } from "./record"

/** The loop waits for a delivery that falls due within this time. */
const maxWaitForDueMs = 1_000
/** How often to claim without a notification: slots and endpoints become free in other processes, too. */
const pollEveryMs = 250
const repairEveryMs = 5_000
const retryEveryMs = 250

/**
 * `isUnfinished`: the loop was stopped at `until` while more may be due. Otherwise `nextDueAt` is when the next
 * delivery is due, if one waits.
 */
export type DeliveryLoopResult = { attempted: number; isUnfinished: boolean; nextDueAt: string | null }

/**
 * `lingerMs`: how long to wait for new work before the loop ends. `onLastClaim`: called at the end of the last claim,
 * when requests may still be in flight. `isQuiet`: no work was pending.
 */
type LoopOptions = { until: Date; lingerMs?: number; onLastClaim?: (isQuiet: boolean) => void }

/**
 * Stops claiming at `until`. During shutdown the caller moves this Date to the past, which stops the loop early. Then
 * waits for its requests in flight, at most 15 s, and until their results are recorded.
 */
export async function deliverDue({
  until,
  lingerMs = 0,
  onLastClaim = () => {},
}: LoopOptions): Promise<DeliveryLoopResult> {
  const sender = new Sender()
  let repairedAt = Number.NEGATIVE_INFINITY
  let isQuiet = false
  const isOver = () => Date.now() >= until.getTime()
  while (!isQuiet && !isOver()) {
    const signalCount = loopSignal().count
    const { free } = requestSlots()
    const leased = free > 0 ? await claimWithRetries(free, until) : []
    sender.start(leased)
    if (leased.length > 0) continue
    if (performance.now() - repairedAt > repairEveryMs) {
      repairedAt = performance.now()
      if ((await repairQueue()) > 0) continue
    }
    isQuiet = !(await waitForWork({ signalCount, until, lingerMs }))
  }
  onLastClaim(isQuiet)
  await sender.waitForRequests()
  return { attempted: sender.attempted, isUnfinished: !isQuiet, nextDueAt: isQuiet ? await nextDueAt() : null }
}

type WaitOptions = { signalCount: number; until: Date; lingerMs: number }

/**
 * Waits until the loop should claim again. Returns false if no work is pending and no notification came within
 * `lingerMs`. `signalCount`: the count of notifications before the last claim.
 */
async function waitForWork({ signalCount, until, lingerMs }: WaitOptions): Promise<boolean> {
  const next = await nextDueAt()
  const dueInMs = next === null ? Number.POSITIVE_INFINITY : Date.parse(next) - Date.now()
  const leftMs = until.getTime() - Date.now()
  const isIdle = attemptsInFlight().size === 0 && dueInMs > maxWaitForDueMs
  if (isIdle) return loopSignal().wait(signalCount, Math.min(lingerMs, leftMs))
  // A delivery that is due but was not claimed waits for a slot or for another process, so the loop polls.
  const nextClaimInMs = dueInMs > 0 ? Math.min(dueInMs, pollEveryMs) : pollEveryMs
  await loopSignal().wait(signalCount, Math.min(nextClaimInMs, leftMs))
  return true
}

/** Sends claimed deliveries and records their results. */
class Sender {
  readonly #recorder = new Recorder()
  readonly #inFlight = new Set<Promise<void>>()
  attempted = 0

  start(leased: LeasedDelivery[]) {
    prefetchSecrets(leased.map(({ endpoint_id }) => endpoint_id))
    this.attempted += leased.length
    for (const delivery of leased) {
      const request = this.#send(delivery).finally(() => this.#inFlight.delete(request))
      this.#inFlight.add(request)
    }
  }

  async #send(leased: LeasedDelivery) {
    await this.#recorder.add(await requestSlots().run(() => sendAttempt(leased)))
  }

  async waitForRequests() {
    await Promise.all(this.#inFlight)
  }
}

/** Claims again while the database is briefly unreachable. */
async function claimWithRetries(limit: number, until: Date): Promise<LeasedDelivery[]> {
  for (;;)
    try {
      return await claim(limit)
    } catch (error) {
      if (!databaseFailure(error) || Date.now() + retryEveryMs > until.getTime()) throw error
      await sleep(retryEveryMs)
    }
}
