/** Each minute: starts the scans whose turn has come. */
import { startDueScans } from "@/domain/scans/start-due-scans"
import { inngest } from "./client"

export const startScans = inngest.createFunction(
  { id: "start-scans", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  () => startDueScans(new Date(Date.now() + ROUND_MS)),
)

/** What is left then, the next minute starts. */
const ROUND_MS = 50_000
