/** Cleans up after a killed Postgres or a killed start: stops the orphaned server and removes the stale pid file. */
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identify } from "../process-identity"
import { UserError } from "../user-error"

export async function clearLeftovers(cluster: string, log: (line: string) => void) {
  const pidFile = join(cluster, "postmaster.pid")
  if (!existsSync(pidFile)) return
  const postmaster = Number(readFileSync(pidFile, "utf8").split("\n")[0])
  if (isPostgresOf(postmaster, cluster)) {
    log(`Stopping Postgres (process ${postmaster}), which an earlier start left running`)
    process.kill(postmaster, "SIGINT")
    await waitUntil(() => identify(postmaster) === null, 30_000)
  }
  // Backends outlive a killed postmaster for a moment. A new postmaster must not start while they run.
  if (!(await waitUntil(() => processesIn(cluster).length === 0, 10_000))) {
    throw new UserError(`Process ${processesIn(cluster).join(", ")} still uses ${cluster}. Stop it and start again.`)
  }
  if (existsSync(pidFile)) rmSync(pidFile)
}

/**
 * Returns whether the process is the Postgres of the cluster. On Linux, its working directory shows that. Elsewhere the
 * pid file is trusted, so any living process with this id counts.
 */
function isPostgresOf(pid: number, cluster: string) {
  if (identify(pid) === null) return false
  return process.platform !== "linux" || workingFolder(pid) === cluster
}

/** Returns the living processes whose working directory is the cluster. Linux only. */
function processesIn(cluster: string) {
  if (process.platform !== "linux") return []
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => workingFolder(pid) === cluster && identify(pid) !== null)
}

function workingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

async function waitUntil(isDone: () => boolean, timeoutMs: number) {
  for (const deadline = Date.now() + timeoutMs; !isDone(); await sleep(50)) {
    if (Date.now() > deadline) return false
  }
  return true
}
