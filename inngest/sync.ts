/**
 * Runs syncs of data sources, one at a time for each account of a platform, because its quota is shared. Also queues
 * scheduled syncs.
 */
import { processSync } from "@/domain/data-sources/syncs/process-sync"
import { queueDueSyncs } from "@/domain/data-sources/syncs/queue-due-syncs"
import { inngest } from "./client"
import { roundDeadline } from "./round-deadline"
import { limitRounds, runInRounds } from "./run-in-rounds"

export const sync = inngest.createFunction(
  {
    id: "sync",
    triggers: [{ event: "syncs/queued" }],
    concurrency: { limit: 1, key: "event.data.account" },
    // The sweep is the retry: it finds the sync when its lease has expired. After a crash the engine also repeats the
    // run, which ends immediately while the lease of the killed process lasts.
    retries: 0,
  },
  async (run) => {
    const { sync_id } = run.event.data as { sync_id: string }
    await runInRounds(run, sync_id, 100, () => limited(() => processSync(sync_id, roundDeadline(roundMs))))
  },
)

const roundMs = 30_000
const waitMs = 20_000
/**
 * More would occupy every run of the embedded engine while a platform responds slowly, and so delay scans and the
 * sweep. Each sync also holds a database connection while it stores.
 */
const limited = limitRounds("syncs", 4, waitMs)

/** Each minute: queues the scheduled syncs that are due. The next minute queues the rest. */
export const startSyncs = inngest.createFunction(
  { id: "start-syncs", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => queueDueSyncs(new Date(Date.now() + maxStartDurationMs)),
)

const maxStartDurationMs = 50_000
