/** Defines every metric that Prometheus can read. No label names a team. */
import "server-only"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { processWide } from "@/domain/kernel/process-wide"

export const meters = () => processWide("meters", make)

function make() {
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
    scanTasks: gauge("scan_tasks", "Unanswered questions of open scans", "state"),
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
