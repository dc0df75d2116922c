/** Each minute: queues the scheduled syncs that are due. */
import { startDueSyncs } from "@/domain/data-sources/syncs/start-due-syncs"
import { inngest } from "./client"

export const startSyncs = inngest.createFunction(
  { id: "start-syncs", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => startDueSyncs(new Date(Date.now() + roundMs)),
)

/** The next minute queues the rest. */
const roundMs = 50_000
