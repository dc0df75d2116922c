/** Carries a scan out: asks what is due, waits for what is due later. Postgres knows what is left, never the run. */
import { askScan } from "@/domain/scans/ask-scan"
import { inngest } from "./client"

export const scan = inngest.createFunction(
  {
    id: "scan",
    triggers: [{ event: "scans/started" }],
    concurrency: { limit: 1, key: "event.data.scan_id" },
    retries: 10,
  },
  async ({ event, step, runId }) => {
    const { scan_id } = event.data as { scan_id: string }
    for (let round = 0; round < ROUNDS_OF_A_RUN; round++) {
      const waitMs = await step.run(`round ${round}`, () =>
        askScan(scan_id, { until: new Date(Date.now() + ROUND_MS) }),
      )
      if (waitMs === null) return
      if (waitMs > 0) await step.sleep(`pause ${round}`, Math.min(Math.max(waitMs, 1_000), LONGEST_PAUSE_MS))
    }
    await step.sendEvent("go on", { name: "scans/started", id: `${scan_id}:${runId}`, data: { scan_id } })
  },
)

const ROUND_MS = 15_000
const LONGEST_PAUSE_MS = 60_000
/** Every call of a function is sent what all its steps brought: a long scan is several runs. */
const ROUNDS_OF_A_RUN = 100
