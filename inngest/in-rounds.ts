/** Work that takes many rounds, each a step: a crash costs the round it was in. Postgres knows what is left, never the run. */
import type { GetStepTools } from "inngest"
import type { inngest } from "./client"

type Run = {
  event: { name: string; data: Record<string, string> }
  step: Pick<GetStepTools<typeof inngest>, "run" | "sleep" | "sendEvent">
  runId: string
}

/**
 * `subject`: what is worked on. `round` says in how many milliseconds there is more to do, or null when all is done.
 * Every call of a function is sent what all its steps brought: after `most` rounds another run goes on.
 */
export async function inRounds(
  { event, step, runId }: Run,
  subject: string,
  most: number,
  round: () => Promise<number | null>,
) {
  for (let number = 0; number < most; number++) {
    const waitMs = await step.run(`round ${number}`, round)
    if (waitMs === null) return
    if (waitMs > 0) await step.sleep(`pause ${number}`, Math.min(Math.max(waitMs, 1_000), LONGEST_PAUSE_MS))
  }
  await step.sendEvent("go on", { name: event.name, id: `${subject}:${runId}`, data: event.data })
}

const LONGEST_PAUSE_MS = 60_000
