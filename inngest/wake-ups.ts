/**
 * Sends an event when a commit creates pending work. The event is only a hint: if it is lost, the sweep finds the work,
 * and `check-signals` finds clients whose signals must be evaluated.
 */

import { log, reportAvailable } from "@/domain/kernel/log"
import { idleScans } from "@/domain/scans/open-scan"
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { inngest, isEmbedded } from "./client"
import { notifyDeliveryLoop } from "./deliver-loop"
import type { Listener } from "./listener"

type Send = (event: { name: string; id?: string; data: Record<string, string> }) => Promise<unknown>

/**
 * A new event waits up to this long for its claim while others arrive. A shorter interval costs Postgres more claims.
 */
const wakeIntervalMs = 10

/** Named in logs as the failing dependency. The embedded engine has none but Postgres. */
const server = isEmbedded ? undefined : "The Inngest server"

/**
 * Call before the listener is opened. Each time it opens, due deliveries and idle scans are looked for, because earlier
 * notifications may be lost.
 */
export function sendWakeUps(listener: Listener, send: Send = (event) => inngest.send(event)) {
  const sendWakeUp: Send = (event) =>
    send(event).then(
      () => server && reportAvailable(server),
      (err) =>
        log.warn(
          { err, event: event.name, ...(server && { dependency: server }) },
          "could not send a wake-up event; the work is found within a minute, signals within five",
        ),
    )
  const deliverDue = () => void (notifyDeliveryLoop() || sendWakeUp({ name: "webhooks/due", data: {} }))
  const notified = new Set<string>()
  const wakeNotified = throttle(() => {
    const endpointIds = [...notified]
    notified.clear()
    wakeEndpoints(endpointIds).then(deliverDue, logWakeError)
  }, wakeIntervalMs)
  listener.on("webhook_due", (endpointId) => {
    notified.add(endpointId)
    wakeNotified()
  })
  listener.onOpen(deliverDue)
  // Every process receives these notifications. The event id makes them count once.
  listener.on("webhook_notice", (id) => void sendWakeUp({ name: "webhooks/noticed", id, data: { notice_id: id } }))
  const runScan = (id: string) => void sendWakeUp({ name: "scans/started", id, data: { scan_id: id } })
  listener.on("scan_started", runScan)
  listener.onOpen(() => void idleScans().then((ids) => ids.forEach(runScan), logIdleScansError))
  // The payload is "<project id> <version> <time>": the id of each change differs, and the event needs only the
  // project.
  listener.on(
    "brands_changed",
    (id) => void sendWakeUp({ name: "brands/changed", id, data: { project_id: id.replace(/ .*/, "") } }),
  )
  // The payload is "<sync id> <provider>:<account>".
  listener.on("sync_queued", (payload) => {
    const [id = "", account = ""] = [payload.slice(0, payload.indexOf(" ")), payload.slice(payload.indexOf(" ") + 1)]
    void sendWakeUp({ name: "syncs/queued", id, data: { sync_id: id, account } })
  })
  // The payload is "<upload id> <run>": the id of each run differs.
  listener.on(
    "upload_queued",
    (id) => void sendWakeUp({ name: "uploads/queued", id, data: { upload_id: id.replace(/ .*/, "") } }),
  )
  // Every process receives the notification. The function does nothing when the client is no longer due.
  listener.on("signals_due", (client_id) => void sendWakeUp({ name: "signals/due", data: { client_id } }))
  listener.on("webhook_recovery", (id) => void sendWakeUp({ name: "webhooks/recovery", id, data: { recovery_id: id } }))
}

const logWakeError = (err: unknown) =>
  log.warn({ err }, "could not mark endpoints as due; the sweep finds their deliveries within a minute")

const logIdleScansError = (err: unknown) =>
  log.warn({ err }, "could not look for idle scans; the sweep finds them within a minute")

/**
 * Throttles `act`. The first call runs it at once. Calls within the next `intervalMs` run it once more, when that time
 * is over.
 */
export function throttle(act: () => void, intervalMs: number) {
  let isWaiting = false
  let isCalled = false
  const onIntervalEnd = () => {
    isWaiting = false
    if (isCalled) now()
  }
  const now = () => {
    isCalled = false
    isWaiting = true
    setTimeout(onIntervalEnd, intervalMs)
    act()
  }
  return () => {
    isCalled = true
    if (!isWaiting) now()
  }
}
