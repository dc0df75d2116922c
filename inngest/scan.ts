/** Runs a scan: asks the tasks that are due, and sleeps until the next ones are. */
import { askScan } from "@/domain/scans/ask-scan"
import { inngest } from "./client"
import { runInRounds } from "./run-in-rounds"
import { withDeadline } from "./with-deadline"

export const scan = inngest.createFunction(
  {
    id: "scan",
    triggers: [{ event: "scans/started" }],
    concurrency: { limit: 1, key: "event.data.scan_id" },
    retries: 10,
  },
  async (run) => {
    const { scan_id } = run.event.data as { scan_id: string }
    await runInRounds(run, scan_id, 100, () => withDeadline(ROUND_MS, (until) => askScan(scan_id, { until })))
  },
)

const ROUND_MS = 30_000
