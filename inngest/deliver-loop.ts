/**
 * Runs one delivery loop per process, and passes notifications to it. A steady flow of events thus needs a few runs of
 * the Inngest function, not one run per event.
 */
import { loopSignal } from "@/domain/deliveries/loop-state"
import { type DeliveryLoopResult, deliverDue } from "@/domain/deliveries/work"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"

/** `until`: when the running loop stops claiming. Undefined while no loop claims. */
const loop = processWide("delivery-loop", () => ({ until: undefined as Date | undefined, isStopping: false }))

/** Notifies the loop of pending work. Returns false when no loop runs in this process, so the caller must start one. */
export function notifyDeliveryLoop() {
  if (!loop.until || loop.isStopping) return false
  loopSignal().notify()
  return true
}

/** Stops claiming, by moving the loop's `until` to the past. Called during shutdown; requests in flight continue. */
export function stopDelivery() {
  loop.isStopping = true
  loop.until?.setTime(0)
  loopSignal().notify()
}

/** Allows delivery again when background work starts again in the same process. */
export function resumeDelivery() {
  loop.isStopping = false
}

/**
 * Delivers until nothing is due and no notification comes for `lingerMs`, or until `maxMs` have passed. In the second
 * case, `startNextRun` starts the next run of the function, which claims while this one waits for its requests in
 * flight.
 *
 * Returns null when a loop already runs in this process. That loop has been notified.
 */
export async function runDeliveryLoop({
  lingerMs = 1_000,
  maxMs = 20_000,
  startNextRun = async () => {},
}: {
  lingerMs?: number
  maxMs?: number
  startNextRun?: () => Promise<unknown>
} = {}): Promise<DeliveryLoopResult | null> {
  if (notifyDeliveryLoop()) return null
  const until = new Date(loop.isStopping ? 0 : Date.now() + maxMs)
  const stopReceivingNotifications = () => {
    if (loop.until === until) loop.until = undefined
  }
  const onLastClaim = (isQuiet: boolean) => {
    stopReceivingNotifications()
    if (isQuiet || loop.isStopping) return
    startNextRun().catch((err) =>
      log.warn({ err }, "could not start another delivery run; the sweep starts one within a minute"),
    )
  }
  loop.until = until
  return deliverDue({ until, lingerMs, onLastClaim }).finally(stopReceivingNotifications)
}
