/** Starts a worker as a separate process on the same database, so that a test can kill it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import type { WorkerJob, workerJobs } from "./worker"

const program = `
  const { load } = await import("./scripts/bundle.ts")
  const { workerJobs } = await load("domain/deliveries/testing/worker.ts")
  process.on("disconnect", () => process.exit())
  process.send("ready")
  await workerJobs[process.env.WORKER_JOB](...JSON.parse(process.env.WORKER_ARGUMENTS))`

export type Worker = { gone: Promise<unknown>; kill(): Promise<unknown> }

/** Resolves when the worker has started. */
export async function startWorker<Job extends WorkerJob>(
  job: Job,
  ...args: Parameters<(typeof workerJobs)[Job]>
): Promise<Worker> {
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, WORKER_JOB: job, WORKER_ARGUMENTS: JSON.stringify(args), LOG_LEVEL: "silent" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const gone = once(child, "exit")
  const [message] = await Promise.race([once(child, "message"), gone])
  if (message !== "ready") throw new Error("the worker ended before it was ready")
  return {
    gone,
    kill: async () => {
      child.kill("SIGKILL")
      await gone
    },
  }
}
