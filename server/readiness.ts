/** Whether this process wants requests: not while its database is away or too old, and not once it is about to end. */
import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import { databaseTrouble } from "@/domain/operating/database-trouble"
import { processWide } from "@/domain/process-wide"

export type Readiness = { status: "ready" | "not_ready"; reasons: string[] }

export async function readiness(): Promise<Readiness> {
  const trouble = await Promise.race([databaseTrouble(), sleep(patienceMs, "the database does not answer")])
  const reasons = [isDraining() ? "the process is about to end" : null, trouble].filter((reason) => reason !== null)
  return { status: reasons.length === 0 ? "ready" : "not_ready", reasons }
}

/** Requests are still answered, but `/readyz` says 503 and connections are not kept; waits until the proxies in front have noticed. */
export async function drain() {
  draining().hasBegun = true
  await sleep(Math.min(mostDrainSeconds, Number(process.env.DRAIN_SECONDS) || 0) * 1_000)
}

export const isDraining = () => draining().hasBegun

const draining = () => processWide("draining", () => ({ hasBegun: false }))

/** Shorter than the patience of what asks. */
const patienceMs = 3_000
/** The whole end has 15 s (scripts/start.ts), of which requests under way may take 10. */
const mostDrainSeconds = 4
