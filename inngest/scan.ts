/** Runs a scan: asks the tasks that are due, and sleeps until the next ones are. */
import { askScan } from "@/domain/scans/ask-scan"
import { inngest } from "./client"
import { inRounds } from "./in-rounds"
import { untilStopped } from "./until-stopped"

export const scan = inngest.createFunction(
  {
    id: "scan",
    triggers: [{ event: "scans/started" }],
    concurrency: { limit: 1, key: "event.data.scan_id" },
    retries: 10,
  },
  async (run) => {
    const { scan_id } = run.event.data as { scan_id: string }
    await inRounds(run, scan_id, 100, () => untilStopped(ROUND_MS, (until) => askScan(scan_id, { until })))
  },
)

const ROUND_MS = 30_000
