/** Asks one engine the due tasks of a scan, within the engine's concurrency and rate limit, until `until`. */
import { setTimeout as sleep } from "node:timers/promises"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { gateOf } from "./engine-gate"
import { brokenBy, type EngineHealth, healthOf } from "./engine-health"
import { pauseEngine } from "./engine-rate-limit"
import type { OpenScan } from "./open-scan"
import { ResultWriter } from "./record-results"
import { ask, type TaskResult } from "./task-result"
import { TaskSource } from "./task-source"
import { failWaiting, openTasks, skipOpen } from "./tasks"

export async function askEngineOf(scan: OpenScan, engineId: string, until: Date): Promise<void> {
  const engine = scan.engines.get(engineId)
  if (!engine) return void (await skipOpen(scan, engineId))
  const health = healthOf(scan.scan_id, engineId)
  for (;;) {
    const code = brokenBy(health)
    if (code) await failWaiting(scan, engineId, code)
    const { open, due_in_ms } = await openTasks(scan, engineId)
    if (open === 0 || Date.now() + due_in_ms >= until.getTime()) return
    const isAsked = !code && due_in_ms === 0 && (await askDue(scan, engine, health, until))
    if (!isAsked) await sleep(Math.min(Math.max(due_in_ms, minPauseMs), maxPauseMs))
  }
}

/** The minimum gives other workers time to release their locks. The maximum keeps the loop aware of `until`. */
const [minPauseMs, maxPauseMs] = [100, 1_000]

/** Returns false when there was nothing to ask. */
async function askDue(scan: OpenScan, engine: TeamEngine, health: EngineHealth, until: Date): Promise<boolean> {
  let isAsked = false
  const gate = gateOf(scan.team_id, engine)
  const writer = new ResultWriter(scan, engine.concurrency)
  const source = new TaskSource(scan, engine, until)
  /** Frees its slot once the question is answered, or, if too many answers wait to be written, once some of them are written. */
  const askNext = async () => {
    const task = await source.next()
    if (!task) return false
    isAsked = true
    const result = await ask(scan, engine, task)
    await Promise.all([writer.add(result), heed(scan, engine, health, result, source)])
    return true
  }
  const work = async () => {
    while (await gate(askNext));
  }
  const ends: PromiseSettledResult<void>[] = await Promise.allSettled(Array.from({ length: engine.concurrency }, work))
  // Writes results first, which can take as long as Postgres is away. Only then can the remaining tasks be released.
  ends.push(...(await Promise.allSettled([writer.end().finally(() => source.close())])))
  for (const end of ends) if (end.status === "rejected") throw end.reason
  return isAsked
}

/** Pauses the engine after "too many requests". This counts as one failure, however many questions were in flight. */
async function heed(
  { team_id }: OpenScan,
  engine: TeamEngine,
  health: EngineHealth,
  result: TaskResult,
  source: TaskSource,
) {
  if ("answer" in result) {
    health.failuresInARow = 0
    return
  }
  health.lastCode = result.error_code
  if (result.error_code !== "rate_limited") {
    health.failuresInARow++
    if (brokenBy(health)) source.halt()
  } else if (source.halt()) {
    health.failuresInARow++
    await pauseEngine(team_id, engine.id, Math.max(result.retryAfterSeconds ?? 0, restSeconds(health.failuresInARow)))
  }
}

/** 5 s, doubled for each further failure in a row, at most 60 s. */
const restSeconds = (failuresInARow: number) => Math.min(5 * 2 ** (failuresInARow - 1), 60)
