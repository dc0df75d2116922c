/**
 * Sends an event when a commit creates pending work. The event is only a hint: if it is lost, the sweep finds the work,
 * and `check-signals` finds clients whose signals must be evaluated.
 */
import { log, reportAvailable } from "@/domain/kernel/log"
import { findIdleScans } from "@/domain/scans/open-scan"
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { inngest, isEmbedded } from "./client"
import { notifyDeliveryLoop } from "./deliver-loop"
import type { Listener } from "./listener"

type WakeUp = { name: string; id?: string; data: Record<string, string> }
type Send = (event: WakeUp) => Promise<unknown>

/**
 * A new event waits up to this long for its claim while others arrive. A shorter interval costs Postgres more claims.
 */
const wakeIntervalMs = 10

/** Named in logs as the failing dependency. The embedded engine has none but Postgres. */
const server = isEmbedded ? undefined : "The Inngest server"

/**
 * Listens for all notifications of Postgres about pending work. Call before the listener is opened. Each time it opens,
 * due deliveries and idle scans are looked for, because earlier notifications may be lost.
 */
export function sendWakeUps(listener: Listener, send: Send = (event) => inngest.send(event)) {
  const sendWakeUp = (event: WakeUp) => {
    send(event).then(
      () => server && reportAvailable(server),
      (err) =>
        log.warn(
          { err, event: event.name, ...(server && { dependency: server }) },
          "could not send a wake-up event; the work is found within a minute, signals within five",
        ),
    )
  }
  listenForDeliveries(listener, sendWakeUp)
  listenForScans(listener, sendWakeUp)
  for (const [channel, eventOf] of Object.entries(eventsByChannel))
    listener.on(channel, (payload) => sendWakeUp(eventOf(payload)))
}

function listenForDeliveries(listener: Listener, sendWakeUp: (event: WakeUp) => void) {
  const requestDelivery = () => {
    if (!notifyDeliveryLoop()) sendWakeUp({ name: "webhooks/due", data: {} })
  }
  const notifiedEndpoints = new Set<string>()
  const wakeNotifiedEndpoints = throttle(() => {
    const endpointIds = [...notifiedEndpoints]
    notifiedEndpoints.clear()
    wakeEndpoints(endpointIds).then(requestDelivery, (err) =>
      log.warn({ err }, "could not mark endpoints as due; the sweep finds their deliveries within a minute"),
    )
  }, wakeIntervalMs)
  listener.on("webhook_due", (endpointId) => {
    notifiedEndpoints.add(endpointId)
    wakeNotifiedEndpoints()
  })
  listener.onOpen(requestDelivery)
}

function listenForScans(listener: Listener, sendWakeUp: (event: WakeUp) => void) {
  const runScan = (id: string) => sendWakeUp({ name: "scans/started", id, data: { scan_id: id } })
  listener.on("scan_started", runScan)
  listener.onOpen(() => {
    findIdleScans().then(
      (ids) => ids.forEach(runScan),
      (err) => log.warn({ err }, "could not look for idle scans; the sweep finds them within a minute"),
    )
  })
}

/**
 * The event for each other channel. Every process receives the notification and sends the event. The id of the event
 * makes it count once.
 */
const eventsByChannel: Record<string, (payload: string) => WakeUp> = {
  webhook_notice: (id) => ({ name: "webhooks/noticed", id, data: { notice_id: id } }),
  webhook_recovery: (id) => ({ name: "webhooks/recovery", id, data: { recovery_id: id } }),
  // The payload is "<project id> <version> <time>", so every change has another id.
  brands_changed: (payload) => ({ name: "brands/changed", id: payload, data: { project_id: firstWord(payload) } }),
  // The payload is "<sync id> <provider>:<account>".
  sync_queued: (payload) => {
    const id = firstWord(payload)
    return { name: "syncs/queued", id, data: { sync_id: id, account: payload.slice(id.length + 1) } }
  },
  // The payload is "<upload id> <run>", so every run has another id.
  upload_queued: (payload) => ({ name: "uploads/queued", id: payload, data: { upload_id: firstWord(payload) } }),
  // Without an id, because a client can be due many times. The function does nothing when the client is no longer due.
  signals_due: (client_id) => ({ name: "signals/due", data: { client_id } }),
}

const firstWord = (payload: string) => payload.replace(/ .*/, "")

/**
 * Throttles `act`. The first call runs it immediately. Calls within the next `intervalMs` run it once more, when that
 * time is over.
 */
export function throttle(act: () => void, intervalMs: number) {
  let isWaiting = false
  let isCalled = false
  const actNow = () => {
    isCalled = false
    isWaiting = true
    setTimeout(onIntervalEnd, intervalMs)
    act()
  }
  const onIntervalEnd = () => {
    isWaiting = false
    if (isCalled) actNow()
  }
  return () => {
    isCalled = true
    if (!isWaiting) actNow()
  }
}
