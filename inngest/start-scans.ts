/** Each minute: starts the scheduled scans that are due. */
import { startDueScans } from "@/domain/scans/start-due-scans"
import { inngest } from "./client"

export const startScans = inngest.createFunction(
  { id: "start-scans", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => startDueScans(new Date(Date.now() + roundMs)),
)

/** The next minute starts the rest. */
const roundMs = 50_000
