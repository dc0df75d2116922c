/** Runs a sync of a data source. One at a time for each account of a platform, because its quota is shared. */
import { processSync } from "@/domain/data-sources/syncs/process-sync"
import { inngest } from "./client"
import { limitRounds } from "./limit-rounds"
import { runInRounds } from "./run-in-rounds"
import { withDeadline } from "./with-deadline"

export const sync = inngest.createFunction(
  {
    id: "sync",
    triggers: [{ event: "syncs/queued" }],
    concurrency: { limit: 1, key: "event.data.account" },
    // The sweep is the retry: it finds the sync when its lease has expired.
    retries: 0,
  },
  async (run) => {
    const { sync_id } = run.event.data as { sync_id: string }
    await runInRounds(run, sync_id, 100, () =>
      limited(() => withDeadline(roundMs, (until) => processSync(sync_id, { until }))),
    )
  },
)

const roundMs = 30_000
const waitMs = 20_000
/**
 * More would occupy every run of the embedded engine while a platform responds slowly, and so delay scans and the sweep. Each
 * sync also holds a database connection while it stores.
 */
const limited = limitRounds("syncs", 4, waitMs)
