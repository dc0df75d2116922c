/**
 * Runs long work in rounds, one Inngest step each, so a crash repeats only the current round. Postgres stores what is
 * left to do.
 */
import type { GetStepTools } from "inngest"
import { processWide } from "@/domain/kernel/process-wide"
import type { inngest } from "./client"

type Run = {
  event: { name: string; data: Record<string, string> }
  step: Pick<GetStepTools<typeof inngest>, "run" | "sleep" | "sendEvent">
  runId: string
}

/**
 * Calls `round` until it returns null, which means that all work is done. A number is the time in milliseconds to wait
 * before the next round: 0, or 1,000 to 60,000.
 *
 * Starts a new run after `maxRounds` rounds, because Inngest resends all earlier step results with each call.
 * `subject` is the id of the scan, sync or recovery, or of the project that is recounted.
 */
export async function runInRounds(
  { event, step, runId }: Run,
  subject: string,
  maxRounds: number,
  round: () => Promise<number | null>,
) {
  for (let number = 0; number < maxRounds; number++) {
    const waitMs = await step.run(`round ${number}`, round)
    if (waitMs === null) return
    if (waitMs > 0) await step.sleep(`pause ${number}`, Math.min(Math.max(waitMs, 1_000), maxPauseMs))
  }
  await step.sendEvent("continue in a new run", { name: event.name, id: `${subject}:${runId}`, data: event.data })
}

const maxPauseMs = 60_000

/**
 * Limits how many rounds this process runs at the same time. A round above the limit ends immediately and asks to be
 * repeated after `waitMs`. While it waits, it does not count against the concurrent runs of the engine.
 */
export function limitRounds(name: string, maxInProgress: number, waitMs: number) {
  const rounds = processWide(`rounds of ${name}`, () => ({ inProgress: 0 }))
  return async (round: () => Promise<number | null>): Promise<number | null> => {
    if (rounds.inProgress >= maxInProgress) return waitMs
    rounds.inProgress++
    try {
      return await round()
    } finally {
      rounds.inProgress--
    }
  }
}
