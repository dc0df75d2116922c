/** Runs scans: asks the tasks that are due, and sleeps until the next ones are. Also starts scheduled scans. */
import { processScan } from "@/domain/scans/process-scan"
import { startDueScans } from "@/domain/scans/start-due-scans"
import { inngest } from "./client"
import { roundDeadline } from "./round-deadline"
import { runInRounds } from "./run-in-rounds"

export const scan = inngest.createFunction(
  {
    id: "scan",
    triggers: [{ event: "scans/started" }],
    concurrency: { limit: 1, key: "event.data.scan_id" },
    retries: 10,
  },
  async (run) => {
    const { scan_id } = run.event.data as { scan_id: string }
    await runInRounds(run, scan_id, 100, () => processScan(scan_id, roundDeadline(roundMs)))
  },
)

const roundMs = 30_000

/** Each minute: starts the scheduled scans that are due. The next minute starts the rest. */
export const startScans = inngest.createFunction(
  { id: "start-scans", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => startDueScans(new Date(Date.now() + maxStartDurationMs)),
)

const maxStartDurationMs = 50_000
