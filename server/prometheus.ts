/**
 * Collects the metrics for Prometheus: this process, its requests by route, and the installation's open deliveries,
 * scans and runs.
 */
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { dependencies, outageSeconds } from "@/domain/kernel/outages"
import { processWide } from "@/domain/kernel/process-wide"
import { tally } from "@/domain/kernel/tally"
import { connectionLoad } from "@/domain/operating/connection-load"
import { type EngineLoad, engineLoad } from "@/domain/operating/engine-load"
import { type QueueDepth, queueDepth } from "@/domain/operating/queue-depth"
import { type ScanLoad, scanLoad } from "@/domain/operating/scan-load"
import { version } from "@/package.json"
import { meters } from "./meters"
import { isDraining } from "./readiness"
import { routeLabel } from "./route-label"

/** Nothing is measured unless the metrics can be read. */
export const isWatched = () => Boolean(process.env.METRICS_TOKEN || process.env.METRICS_PORT)

/** Counts a request when its response has ended or its connection closes. */
export function measure(request: IncomingMessage, response: ServerResponse) {
  const from = performance.now()
  response.once("close", () => {
    const route = routeLabel(request.url ?? "/")
    const { requests, seconds } = meters()
    requests.inc({ method: request.method ?? "", route, status: response.statusCode })
    seconds.observe({ route }, (performance.now() - from) / 1_000)
  })
}

/** Returns all metrics in Prometheus's text format. */
export async function metrics(): Promise<{ type: string; text: string }> {
  const { registry, draining, buildInfo } = meters()
  draining.set(isDraining() ? 1 : 0)
  buildInfo.set({ version, node: process.version }, 1)
  const { queue, scans, engine } = await recentLoad()
  setQueue(queue)
  setScans(scans)
  setEngine(engine)
  setConnections()
  for (const name of dependencies) meters().outage.set({ dependency: labelOf(name) }, outageSeconds(name))
  setCounters()
  return { type: registry.contentType, text: await registry.metrics() }
}

/** Sets unknown values to NaN, so that an unreadable queue does not look empty. */
function setQueue(depth: QueueDepth | null) {
  const { databaseUp, deliveries, lag, oldest } = meters()
  databaseUp.set(depth ? 1 : 0)
  for (const state of ["pending", "leased", "held"] as const) deliveries.set({ state }, depth?.[state] ?? Number.NaN)
  lag.set(depth?.lag_seconds ?? Number.NaN)
  oldest.set(depth?.oldest_pending_seconds ?? Number.NaN)
}

function setScans(load: ScanLoad | null) {
  const { scans, oldestScan, scanTasks } = meters()
  for (const state of ["queued", "running", "stuck"] as const) scans.set({ state }, load?.[state] ?? Number.NaN)
  oldestScan.set(load?.oldest_open_seconds ?? Number.NaN)
  for (const state of ["pending", "running"] as const) scanTasks.set({ state }, load?.[`tasks_${state}`] ?? Number.NaN)
}

function setEngine(load: EngineLoad | null) {
  const { engineRuns, oldestDueRun } = meters()
  for (const state of ["due", "running", "waiting"] as const) engineRuns.set({ state }, load?.[state] ?? Number.NaN)
  oldestDueRun.set(load?.oldest_due_seconds ?? Number.NaN)
}

function setConnections() {
  const { connections, connectionWaiters } = meters()
  for (const [pool, { total, idle, waiting }] of Object.entries(connectionLoad())) {
    connections.set({ pool, state: "idle" }, idle)
    connections.set({ pool, state: "busy" }, total - idle)
    connectionWaiters.set({ pool }, waiting)
  }
}

/** "The mail server" becomes `mail_server`. */
const labelOf = (dependency: string) => dependency.toLowerCase().replace(/^the /, "").replaceAll(" ", "_")

function setCounters() {
  const { attempts, leasesLost, scansEnded, limiterFallbacks } = meters()
  scansEnded.reset()
  for (const { count, ...labels } of tally().scansEnded) scansEnded.inc(labels, count)
  limiterFallbacks.reset()
  limiterFallbacks.inc(tally().limiterFallbacks)
  attempts.reset()
  for (const [outcome, count] of Object.entries(tally().attempts)) attempts.inc({ outcome }, count)
  leasesLost.reset()
  leasesLost.inc(tally().leasesLost)
}

type Load = { queue: QueueDepth | null; scans: ScanLoad | null; engine: EngineLoad | null }
type Reading = { at: number; load: Promise<Load> | null }
const readEveryMs = 5_000

/** Reads the database at most once in five seconds, even with several scrapers. What cannot be read is null. */
function recentLoad(): Promise<Load> {
  const last = processWide<Reading>("installation-load", () => ({ at: 0, load: null }))
  if (last.load && performance.now() - last.at <= readEveryMs) return last.load
  last.at = performance.now()
  last.load = readLoad()
  return last.load
}

async function readLoad(): Promise<Load> {
  const orNull = <T>(reading: Promise<T>) => reading.catch(() => null)
  const [queue, scans, engine] = await Promise.all([orNull(queueDepth()), orNull(scanLoad()), orNull(engineLoad())])
  return { queue, scans, engine }
}
