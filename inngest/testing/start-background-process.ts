/** Starts a process that runs all background work on DATABASE_URL, so that tests can kill it. */
import { startModule } from "@/domain/testing/start-module"

const program = `
  await started.startBackgroundWork().ready
  process.send("ready")`

export const startBackgroundProcess = () =>
  startModule("inngest/start.ts", program, { WEBHOOK_ALLOW_LOOPBACK: "1", LOG_LEVEL: "silent" })
