/**
 * Defines and collects the metrics for Prometheus: this process, its requests by route, and the installation's open
 * deliveries, scans and runs.
 */
import "server-only"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { dependencies, outageSeconds } from "@/domain/kernel/outages"
import { processCounters } from "@/domain/kernel/process-counters"
import { processWide } from "@/domain/kernel/process-wide"
import {
  connectionLoad,
  type FunctionRunLoad,
  functionRunLoad,
  type QueueDepth,
  queueDepth,
  type ScanLoad,
  scanLoad,
} from "@/domain/operating/load"
import { version } from "@/package.json"
import { isDraining } from "./readiness"
import { basePath, matchRoute } from "./rest/routes"

/** True when METRICS_TOKEN or METRICS_PORT makes the metrics readable. Otherwise nothing is measured. */
export const areMetricsExported = () => Boolean(process.env.METRICS_TOKEN || process.env.METRICS_PORT)

/** Counts a request when its response has ended or its connection closes. */
export function measureRequest(request: IncomingMessage, response: ServerResponse) {
  const startedAt = performance.now()
  response.once("close", () => {
    const route = routeLabel(request.url ?? "/")
    const { requests, seconds } = meters()
    requests.inc({ method: request.method ?? "", route, status: response.statusCode })
    seconds.observe({ route }, (performance.now() - startedAt) / 1_000)
  })
}

/** Returns all metrics in Prometheus's text format. */
export async function renderMetrics(): Promise<{ type: string; text: string }> {
  const { registry, draining, buildInfo } = meters()
  draining.set(isDraining() ? 1 : 0)
  buildInfo.set({ version, node: process.version }, 1)
  const { queue, scans, functionRuns } = await recentLoad()
  setQueue(queue)
  setScans(scans)
  setFunctionRuns(functionRuns)
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

function setFunctionRuns(load: FunctionRunLoad | null) {
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
  for (const { count, ...labels } of processCounters().scansEnded) scansEnded.inc(labels, count)
  limiterFallbacks.reset()
  limiterFallbacks.inc(processCounters().limiterFallbacks)
  attempts.reset()
  for (const [outcome, count] of Object.entries(processCounters().attempts)) attempts.inc({ outcome }, count)
  leasesLost.reset()
  leasesLost.inc(processCounters().leasesLost)
}

type Load = { queue: QueueDepth | null; scans: ScanLoad | null; functionRuns: FunctionRunLoad | null }
type CachedLoad = { readAt: number; load: Promise<Load> | null }
const cacheMs = 5_000

/** Reads the database at most once in five seconds, even with several scrapers. */
function recentLoad(): Promise<Load> {
  const cached = processWide<CachedLoad>("installation-load", () => ({ readAt: 0, load: null }))
  if (cached.load && performance.now() - cached.readAt <= cacheMs) return cached.load
  cached.readAt = performance.now()
  cached.load = readLoad()
  return cached.load
}

/** A value is null if it cannot be read. */
async function readLoad(): Promise<Load> {
  const orNull = <T>(reading: Promise<T>) => reading.catch(() => null)
  const [queue, scans, functionRuns] = await Promise.all([
    orNull(queueDepth()),
    orNull(scanLoad()),
    orNull(functionRunLoad()),
  ])
  return { queue, scans, functionRuns }
}

/** Every metric of this process. Labels never contain the name or ID of a team. */
export const meters = () => processWide("meters", createMeters)

function createMeters() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `signalbox_${name}`, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `signalbox_${name}`, help, labelNames, registers })
  return {
    registry,
    requests: counter("http_requests_total", "HTTP requests", "method", "route", "status"),
    seconds: new Histogram({
      name: "signalbox_http_request_seconds",
      help: "Time from the request's headers to the end of the response",
      labelNames: ["route"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    databaseUp: gauge("database_up", "1 if the queue could be read"),
    draining: gauge("draining", "1 if the process is shutting down"),
    deliveries: gauge("webhook_deliveries", "Open deliveries of the whole installation", "state"),
    lag: gauge("webhook_outbox_lag_seconds", "Delay of the most overdue delivery that can be attempted now"),
    oldest: gauge("webhook_oldest_pending_seconds", "Age of the oldest pending delivery"),
    attempts: counter("webhook_attempts_total", "Finished delivery attempts of this process", "outcome"),
    scans: gauge("scans", "Open scans of the whole installation", "state"),
    oldestScan: gauge("scan_oldest_open_seconds", "Age of the oldest open scan since it was queued"),
    scanTasks: gauge("scan_tasks", "Open tasks of scans: one answer of one engine to one prompt each", "state"),
    scansEnded: counter("scans_ended_total", "Scans that this process finished", "status", "error_code"),
    engineRuns: gauge("engine_runs", "Open runs of the embedded engine, for the whole installation", "state"),
    oldestDueRun: gauge("engine_oldest_due_seconds", "Time since the oldest due run of the embedded engine became due"),
    connections: gauge("database_connections", "Open connections of this process", "pool", "state"),
    connectionWaiters: gauge("database_waiting", "Callers in this process that wait for a connection", "pool"),
    outage: gauge("dependency_outage_seconds", "Time since this process lost contact with the server", "dependency"),
    limiterFallbacks: counter("rate_limit_fallback_total", "Calls that this process limited without the shared store"),
    buildInfo: gauge(
      "build_info",
      "Always 1. The labels contain the versions of Signalbox and Node",
      "version",
      "node",
    ),
    leasesLost: counter("webhook_lease_lost_total", "Results of this process that arrived after their lease had ended"),
  }
}

/** Returns the template of the request's route. It contains no IDs or team names, unlike the address. */
function routeLabel(url: string): string {
  const [path = "/"] = url.split("?", 1)
  if (path.startsWith(`${basePath}/`)) return templateOf(path)
  return otherPrefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? "page"
}

function templateOf(path: string) {
  if (path === `${basePath}/openapi.json`) return path
  try {
    return matchRoute(path).route.template
  } catch {
    return `${basePath}/(none)`
  }
}

const otherPrefixes = [
  "/mcp",
  "/api/trpc",
  "/api/auth",
  "/api/inngest",
  "/oauth",
  "/.well-known",
  "/_next",
  "/docs",
  "/healthz",
  "/readyz",
  "/metrics",
]
