/** Test helper: starts a real Redis server. Installs Debian's package if it is missing and this is root on Debian. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { Redis } from "ioredis"
import { vi } from "vitest"
import { longWait } from "@/domain/testing/long-wait"
import { freePort } from "../free-port"
import { canInstallDebianPackage, installDebianPackage } from "../test/debian-package"

/** Returns whether tests that need Redis can run. Prints a line when they are skipped. */
export function hasRedis(): boolean {
  if (isInstalled()) return true
  if (canInstallDebianPackage()) attempt(() => installDebianPackage("redis-server"))
  if (!isInstalled()) console.info("redis-server is not installed, so the tests that need it are skipped.")
  return isInstalled()
}

function attempt(work: () => void) {
  try {
    work()
  } catch (error) {
    console.info(error instanceof Error ? error.message : error)
  }
}

const isInstalled = () => spawnSync("redis-server", ["--version"]).status === 0

export async function startRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess
  const start = async () => {
    child = spawn("redis-server", ["--port", `${port}`, "--save", "", "--appendonly", "no"], { stdio: "ignore" })
    await vi.waitUntil(() => isReachable(url), longWait)
  }
  await start()
  return {
    url,
    start,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async kill() {
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
    },
    /** Runs one command on a new connection. */
    async command(name: string, ...args: string[]) {
      const redis = new Redis(url)
      return redis.call(name, ...args).finally(() => redis.disconnect())
    },
  }
}

async function isReachable(url: string) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on("error", () => {})
  const hasConnected = await redis.connect().then(
    () => true,
    () => false,
  )
  redis.disconnect()
  return hasConnected
}
