/**
 * Measures the seconds from `npm start` to ready: for an empty clone (with a warm package cache) and for a warm start.
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../free-port"
import { median } from "./load"
import { printTable, round } from "./table"

export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-clone-"))
  try {
    execFileSync("git", ["clone", "--quiet", ".", folder])
    const cold = await measureSecondsToReady(folder)
    const warm: number[] = []
    for (let i = 0; i < 3; i++) warm.push(await measureSecondsToReady(folder))
    printTable("npm start until ready", [
      { case: "empty clone", seconds: round(cold, 1) },
      { case: "warm (median of 3)", seconds: round(median(warm), 1) },
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `npm start` in `folder`, waits until it prints that it is ready, and stops it. */
async function measureSecondsToReady(folder: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn("node", ["scripts/run.mjs", "start", "--port", String(await freePort())], {
    cwd: folder,
    env: inheritedEnv(),
  })
  let output = ""
  const ready = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk
        if (output.includes("is ready")) resolve((performance.now() - startedAt) / 1000)
      })
    child.once("exit", () => reject(new Error(`npm start ended:\n${output}`)))
  })
  const seconds = await ready
  child.removeAllListeners("exit")
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await ended
  return seconds
}

/** The environment without the variables that this command's own start has set. */
function inheritedEnv() {
  const { DATABASE_URL, SIGNALBOX_STARTED_AT, NODE_ENV, ...rest } = process.env
  return rest as NodeJS.ProcessEnv
}
