/** Starts a worker as a separate process on the same database, so that a test can kill it. */
import { startModule } from "@/domain/testing/start-module"
import type { WorkerJob, workerJobs } from "./worker"

const program = `
  process.send("ready")
  await started.workerJobs[process.env.WORKER_JOB](...JSON.parse(process.env.WORKER_ARGUMENTS))`

export const startWorker = <Job extends WorkerJob>(job: Job, ...args: Parameters<(typeof workerJobs)[Job]>) =>
  startModule("domain/deliveries/testing/worker.ts", program, {
    WORKER_JOB: job,
    WORKER_ARGUMENTS: JSON.stringify(args),
    LOG_LEVEL: "silent",
  })
