/** What Prometheus reads: this process, its requests by route, and the queue of deliveries. */
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type QueueDepth, queueDepth } from "@/domain/operating/queue-depth"
import { tally } from "@/domain/operating/tally"
import { processWide } from "@/domain/process-wide"
import { meters } from "./meters"
import { isDraining } from "./readiness"
import { routeLabel } from "./route-label"

/** Nothing is measured, and nothing paid for it, unless somebody can read it. */
export const isWatched = () => Boolean(process.env.METRICS_TOKEN || process.env.METRICS_PORT)

/** Counts one request when it has been answered, or given up. */
export function measure(request: IncomingMessage, response: ServerResponse) {
  const from = performance.now()
  response.once("close", () => {
    const route = routeLabel(request.url ?? "/")
    const { requests, seconds } = meters()
    requests.inc({ method: request.method ?? "", route, status: response.statusCode })
    seconds.observe({ route }, (performance.now() - from) / 1_000)
  })
}

/** Everything, in the text format of Prometheus. */
export async function metrics(): Promise<{ type: string; text: string }> {
  const { registry, draining } = meters()
  draining.set(isDraining() ? 1 : 0)
  tellQueue(await recentDepth())
  tellTally()
  return { type: registry.contentType, text: await registry.metrics() }
}

/** Unknown is NaN: a queue that cannot be read must not look empty. */
function tellQueue(depth: QueueDepth | null) {
  const { databaseUp, deliveries, lag, oldest } = meters()
  databaseUp.set(depth ? 1 : 0)
  for (const state of ["pending", "leased", "held"] as const) deliveries.set({ state }, depth?.[state] ?? Number.NaN)
  lag.set(depth?.lag_seconds ?? Number.NaN)
  oldest.set(depth?.oldest_pending_seconds ?? Number.NaN)
}

function tellTally() {
  const { attempts, leasesLost } = meters()
  attempts.reset()
  for (const [outcome, count] of Object.entries(tally().attempts)) attempts.inc({ outcome }, count)
  leasesLost.reset()
  leasesLost.inc(tally().leasesLost)
}

type Kept = { at: number; depth: Promise<QueueDepth | null> | null }
const keepMs = 5_000

/** Many may scrape: the queue is read once in five seconds. Null when it cannot be read. */
function recentDepth() {
  const kept = processWide<Kept>("queue-depth", () => ({ at: 0, depth: null }))
  if (!kept.depth || performance.now() - kept.at > keepMs)
    Object.assign(kept, { at: performance.now(), depth: queueDepth().catch(() => null) })
  return kept.depth
}
