/**
 * Runs one delivery loop per process, and passes notifications to it. A steady flow of events thus needs a few runs of
 * the Inngest function, not one run per event.
 */
import { type DeliveryLoopResult, deliverDue } from "@/domain/deliveries/deliver-due"
import { loopNotifier } from "@/domain/deliveries/loop-state"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"

/** `claimAbort` stops the claims of the running loop. Undefined while no loop claims. */
const loop = processWide("delivery-loop", () => ({
  claimAbort: undefined as AbortController | undefined,
  isStopping: false,
}))

/** Notifies the loop of pending work. Returns false when no loop runs in this process, so the caller must start one. */
export function notifyDeliveryLoop() {
  if (!loop.claimAbort || loop.isStopping) return false
  loopNotifier().notify()
  return true
}

/** Stops claiming. Called during shutdown. Requests in flight continue. */
export function stopDelivery() {
  loop.isStopping = true
  loop.claimAbort?.abort()
  loopNotifier().notify()
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
  const claimAbort = new AbortController()
  if (loop.isStopping) claimAbort.abort()
  const timer = setTimeout(() => claimAbort.abort(), maxMs)
  const stopReceivingNotifications = () => {
    if (loop.claimAbort === claimAbort) loop.claimAbort = undefined
  }
  const onLastClaim = (hasNoWork: boolean) => {
    stopReceivingNotifications()
    if (hasNoWork || loop.isStopping) return
    startNextRun().catch((err) =>
      log.warn({ err }, "could not start another delivery run; the sweep starts one within a minute"),
    )
  }
  loop.claimAbort = claimAbort
  try {
    return await deliverDue({ signal: claimAbort.signal, lingerMs, onLastClaim })
  } finally {
    clearTimeout(timer)
    stopReceivingNotifications()
  }
}
