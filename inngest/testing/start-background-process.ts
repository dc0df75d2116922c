/** Starts a process that runs all background work on DATABASE_URL, until it is killed. */
import { spawn } from "node:child_process"
import { once } from "node:events"

const program = `
  const { load } = await import("./scripts/bundle.ts")
  const { startBackgroundWork } = await load("inngest/start.ts")
  await startBackgroundWork().ready
  process.on("disconnect", () => process.exit())
  process.send("ready")`

/** Resolves when the process is ready. It ends with this process, or earlier by `kill`. */
export async function startBackgroundProcess() {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, WEBHOOK_ALLOW_LOOPBACK: "1", LOG_LEVEL: "silent" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const gone = once(child, "exit")
  const [message] = await Promise.race([once(child, "message"), gone])
  if (message !== "ready") throw new Error("the process ended before it was ready")
  return {
    async kill() {
      child.kill("SIGKILL")
      await gone
    },
  }
}
