/**
 * The delivery loop: claims due deliveries, sends them and records the results, until nothing is due. Several loops can
 * run concurrently, in one process and in many.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { databaseFailure } from "@/domain/kernel/database-failure"
import { nextDueAt, repairQueue } from "@/domain/webhooks/endpoint-queue"
import { prefetchSigningMaterial } from "@/domain/webhooks/signing-material"
import { sendAttempt } from "./attempt"
import { claim } from "./claim"
import type { LeasedDelivery } from "./leased-delivery"
import { attemptsInFlight, loopNotifier, requestSlots } from "./loop-state"
import { Recorder } from "./record"

/** The loop waits for a delivery that falls due within this time. */
const maxWaitForDueMs = 1_000
/** How often to claim without a notification: slots and endpoints become free in other processes, too. */
const pollEveryMs = 250
const repairEveryMs = 5_000
const retryEveryMs = 250

/**
 * `isUnfinished`: the loop was stopped while more may be due. Otherwise `nextDueAt` is when the next delivery is due,
 * if one waits.
 */
export type DeliveryLoopResult = { attempted: number; isUnfinished: boolean; nextDueAt: string | null }

/**
 * `signal`: stops the loop. `lingerMs`: how long to wait for new work before the loop ends. `onLastClaim`: called at
 * the end of the last claim, when requests may still be in flight. `hasNoWork`: no work is pending.
 */
type LoopOptions = { signal: AbortSignal; lingerMs?: number; onLastClaim?: (hasNoWork: boolean) => void }

/**
 * Claims and sends until no work is pending or `signal` aborts. Then waits for its requests in flight, at most 15 s,
 * and until their results are recorded.
 */
export async function deliverDue({
  signal,
  lingerMs = 0,
  onLastClaim = () => {},
}: LoopOptions): Promise<DeliveryLoopResult> {
  const sender = new Sender()
  let repairedAt = Number.NEGATIVE_INFINITY
  let hasNoWork = false
  while (!hasNoWork && !signal.aborted) {
    const notificationCount = loopNotifier().count
    const { free } = requestSlots()
    const leased = free > 0 ? await claimWithRetries(free, signal) : []
    sender.start(leased)
    if (leased.length > 0) continue
    if (performance.now() - repairedAt > repairEveryMs) {
      repairedAt = performance.now()
      if ((await repairQueue()) > 0) continue
    }
    hasNoWork = !(await waitForWork(notificationCount, lingerMs))
  }
  onLastClaim(hasNoWork)
  await sender.waitForRequests()
  return { attempted: sender.attempted, isUnfinished: !hasNoWork, nextDueAt: hasNoWork ? await nextDueAt() : null }
}

/**
 * Waits until the loop should claim again. Returns false if no work is pending and no notification came within
 * `lingerMs`. `notificationCount`: the count of notifications before the last claim.
 */
async function waitForWork(notificationCount: number, lingerMs: number): Promise<boolean> {
  const next = await nextDueAt()
  const dueInMs = next === null ? Number.POSITIVE_INFINITY : Date.parse(next) - Date.now()
  const isIdle = attemptsInFlight().size === 0 && dueInMs > maxWaitForDueMs
  if (isIdle) return loopNotifier().wait(notificationCount, lingerMs)
  // A delivery that is due but was not claimed waits for a slot or for another process, so the loop polls.
  await loopNotifier().wait(notificationCount, dueInMs > 0 ? Math.min(dueInMs, pollEveryMs) : pollEveryMs)
  return true
}

/** Sends claimed deliveries and records their results. */
class Sender {
  readonly #recorder = new Recorder()
  readonly #inFlight = new Set<Promise<void>>()
  attempted = 0

  start(leased: LeasedDelivery[]) {
    prefetchSigningMaterial(leased.map(({ endpoint_id }) => endpoint_id))
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
async function claimWithRetries(limit: number, signal: AbortSignal): Promise<LeasedDelivery[]> {
  for (;;)
    try {
      return await claim(limit)
    } catch (error) {
      if (!databaseFailure(error)) throw error
      await sleep(retryEveryMs)
      if (signal.aborted) throw error
    }
}
