/** Starts Signalbox as a person does, with its own data folder and port, and captures its output. */
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { rowCheckEnv } from "@/prisma/checked-rows"
import { freePort } from "../free-port"
import { postgresUrl, readState } from "../postgres/state"

/** `uid`: the account to run as, which only root can choose. `prefix`: a command that runs the start, like unshare. */
type Options = {
  dataDir: string
  port?: number
  args?: string[]
  env?: Record<string, string>
  uid?: number
  prefix?: string[]
}

/** Returns without waiting for the start. Await `ready()` or `ended` for its result. */
export async function startSignalbox({ dataDir, port, args = ["--no-seed"], env = {}, uid, prefix = [] }: Options) {
  const chosenPort = port ?? (await freePort())
  const start = ["scripts/run.mjs", "start", `--port=${chosenPort}`, `--data-dir=${dataDir}`, ...args]
  // Without the test run's variables: its database and secrets must not reach this process.
  const minimalEnv = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...rowCheckEnv }
  const [command = "", ...commandArgs] = [...prefix, process.execPath, ...start]
  const child = spawn(command, commandArgs, { env: { ...minimalEnv, ...env } as never, uid, gid: uid })
  return watch(child, chosenPort)
}

function watch(child: ChildProcess, port: number) {
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  )
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on("data", () => output.includes("is ready after") && resolve())
  })
  const failed = ended.then(() => Promise.reject(new Error(`ended before it was ready:\n${output}`)))
  failed.catch(() => {})
  return {
    port,
    pid: child.pid ?? 0,
    ready: () => Promise.race([ready, failed]),
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    output: () => output,
    isHealthy: () => fetch(`http://localhost:${port}/healthz`).then(({ ok }) => ok),
  }
}

/** Creates a temporary folder. `remove` deletes it. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-crash-test-"))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs a query directly on the embedded database of a running Signalbox. */
export async function query(dataDir: string, sql: string) {
  const state = readState(dataDir)
  if (!state?.port) throw new Error(`no Postgres runs for ${dataDir}`)
  const client = new pg.Client({ connectionString: postgresUrl(state) })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
