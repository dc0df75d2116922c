/** Starts a process that runs all background work on the test file's database, until it is killed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { onTestFinished } from "vitest"

const program = `
  const { load } = await import("./scripts/bundle.ts")
  const { startBackgroundWork } = await load("inngest/start.ts")
  await startBackgroundWork().ready
  process.on("disconnect", () => process.exit())
  process.send("ready")`

/** Resolves when the process is ready. The process is killed after the test. */
export async function startBackgroundProcess() {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, WEBHOOK_ALLOW_LOOPBACK: "1", LOG_LEVEL: "silent" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const gone = once(child, "exit")
  const kill = async () => {
    child.kill("SIGKILL")
    await gone
  }
  onTestFinished(kill)
  const [message] = await Promise.race([once(child, "message"), gone])
  if (message !== "ready") throw new Error("the process ended before it was ready")
  return { kill }
}
