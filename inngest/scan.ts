/** Runs a scan: asks the tasks that are due, and sleeps until the next ones are. */
import { processScan } from "@/domain/scans/process-scan"
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
    await runInRounds(run, scan_id, 100, () => withDeadline(roundMs, (until) => processScan(scan_id, { until })))
  },
)

const roundMs = 30_000
