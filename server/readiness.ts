/**
 * Decides whether this process should receive requests: not while its database is unusable, and not during shutdown.
 */
import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import { processWide } from "@/domain/kernel/process-wide"
import { whyNotReady } from "@/domain/operating/database-readiness"

export type Readiness = { status: "ready" | "not_ready"; reasons: string[] }

export async function readiness(): Promise<Readiness> {
  const databaseReason = await databaseCheck()
  const shutdownReason = isDraining() ? "the process is shutting down" : null
  const reasons = [shutdownReason, databaseReason].filter((reason) => reason !== null)
  return { status: reasons.length === 0 ? "ready" : "not_ready", reasons }
}

let running: Promise<string | null> | undefined

/** Probes that arrive during a check share its result, because anyone can send them. */
function databaseCheck(): Promise<string | null> {
  running ??= Promise.race([whyNotReady(), sleep(databaseTimeoutMs, "the database does not respond")]).finally(() => {
    running = undefined
  })
  return running
}

/**
 * Starts the shutdown: `/readyz` returns 503 and connections are closed after each response. Waits DRAIN_SECONDS, so
 * that the proxies in front notice.
 */
export async function drain() {
  draining().hasStarted = true
  await sleep(Math.min(maxDrainSeconds, Number(process.env.DRAIN_SECONDS) || 0) * 1_000)
}

export const isDraining = () => draining().hasStarted

const draining = () => processWide("draining", () => ({ hasStarted: false }))

/** Shorter than the usual timeout of a probe. */
const databaseTimeoutMs = 3_000
/** The whole shutdown may take 15 s (scripts/start.ts). Requests in flight may take 10 s of it. */
const maxDrainSeconds = 4
