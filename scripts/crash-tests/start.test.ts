/**
 * Tests that `npm start` handles each failure with a clean state or a one-sentence error, and never loses committed
 * data.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { freePort, isPortFree } from "../free-port"
import { identify } from "../process-identity"
import { newFolder, query, startSignalbox } from "./signalbox"

let dataDir = ""
/**
 * The data folder of a Signalbox that was started once and stopped. A start on a copy of it takes half the time of a
 * first start.
 */
let startedOnce = { folder: "", remove: () => {} }
const running: { kill(signal: NodeJS.Signals): unknown; ended: Promise<unknown> }[] = []
let remove = () => {}

beforeAll(async () => {
  startedOnce = newFolder()
  const signalbox = await startSignalbox({ dataDir: join(startedOnce.folder, "data") })
  await signalbox.ready()
  signalbox.kill("SIGTERM")
  await signalbox.ended
})

afterAll(() => startedOnce.remove())

beforeEach(() => {
  const temporary = newFolder()
  remove = temporary.remove
  dataDir = join(temporary.folder, "data")
})

/**
 * Gives the test a data folder that needs no first start. `cp -a` retains the owner, which is another account if root
 * runs the test.
 */
const copyDataFolder = () => spawnSync("cp", ["-a", join(startedOnce.folder, "data"), dataDir])

afterEach(async () => {
  for (const started of running.splice(0)) {
    started.kill("SIGTERM")
    await started.ended
  }
  remove()
})

it("serves, refuses a second start and names the running one, and stops cleanly on SIGTERM", async () => {
  copyDataFolder()
  const first = await ready()
  expect(await first.isHealthy()).toBe(true)
  const second = await (await start()).ended
  expect(second).toMatchObject({ code: 1 })
  expect(second.output.trim()).toBe(
    `Signalbox at http://localhost:${first.port} is already running (process ${first.pid}, data in ${dataDir}). Stop it, or choose another folder with --data-dir.`,
  )
  const postgres = postmaster()
  first.kill("SIGTERM")
  expect(await first.ended).toMatchObject({ code: 0 })
  expect(identify(postgres)).toBeNull()
  expect(await isPortFree(first.port, "127.0.0.1")).toBe(true)
})

it("seeds the demo team once, and writes its login and a working API key to demo.json", async () => {
  copyDataFolder()
  const first = await ready({ args: [] })
  const demo = demoFile()
  expect(await statusOf(`${demo.base_url}/api/v1/clients/${demo.client_id}`, demo.api_key)).toBe(200)
  first.kill("SIGTERM")
  await first.ended
  const second = await ready({ args: [] })
  expect(demoFile()).toEqual({ ...demo, base_url: `http://localhost:${second.port}` })
  expect(await statusOf(`http://localhost:${second.port}/api/v1/me`, demo.api_key)).toBe(200)
})

it("stops cleanly on Ctrl-C, also when the signal arrives twice", async () => {
  copyDataFolder()
  const signalbox = await ready()
  signalbox.kill("SIGINT")
  signalbox.kill("SIGINT")
  const { code, output } = await signalbox.ended
  expect(code).toBe(0)
  expect(output.match(/Stopped/g)).toHaveLength(1)
})

it("leaves no Postgres running when it is stopped before it is ready", async () => {
  const signalbox = await start()
  await until(() => identify(postmaster()) !== null)
  const postgres = postmaster()
  signalbox.kill("SIGTERM")
  expect(await signalbox.ended).toMatchObject({ code: 0 })
  await until(() => identify(postgres) === null)
})

it("retains committed rows after a kill -9 of the server, and stops the orphaned Postgres at the next start", async () => {
  copyDataFolder()
  const killed = await ready()
  await query(dataDir, "create table kept as select 42 as answer")
  const orphan = postmaster()
  killed.kill("SIGKILL")
  await killed.ended
  expect(identify(orphan)).not.toBeNull()
  await ready({ port: killed.port })
  expect(identify(orphan)).toBeNull()
  expect(await query(dataDir, "select answer from kept")).toEqual([{ answer: 42 }])
})

it("stops with one sentence after a kill -9 of Postgres, and recovers at the next start", async () => {
  copyDataFolder()
  const signalbox = await ready()
  await query(dataDir, "create table kept as select 42 as answer")
  process.kill(postmaster(), "SIGKILL")
  const { code, output } = await signalbox.ended
  expect(code).toBe(1)
  // Log lines are JSON. They are written separately and may arrive after the sentence.
  const printed = output.split("\n").filter((line) => line !== "" && !line.startsWith("{"))
  expect(printed.at(-1)).toMatch(/^Postgres \(process \d+\) ended unexpectedly .* Start again\.$/)
  await ready({ port: signalbox.port })
  expect(await query(dataDir, "select answer from kept")).toEqual([{ answer: 42 }])
})

it("stops when the process that started it is killed", async () => {
  copyDataFolder()
  const port = String(await freePort())
  const args = JSON.stringify(["start", "--port", port, "--data-dir", dataDir, "--no-seed"])
  const script = `require("child_process").fork("scripts/run.mjs", ${args})`
  const parent = spawn(process.execPath, ["-e", script], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"] } as never,
  })
  await until(() => fetch(`http://localhost:${port}/healthz`).then((response) => response.ok))
  const postgres = postmaster()
  parent.kill("SIGKILL")
  await until(() => identify(postgres) === null && isPortFree(Number(port), "127.0.0.1"))
})

it("refuses to start with secrets other than those its database was used with, and does not replace lost ones", async () => {
  copyDataFolder()
  const keys = join(dataDir, "keys.json")
  const kept = readFileSync(keys, "utf8")

  rmSync(keys)
  const lost = await (await start()).ended
  expect(lost.code).toBe(1)
  expect(lost.output).toContain(`Restore ${keys} from your backup`)
  expect(existsSync(keys)).toBe(false)

  writeFileSync(keys, JSON.stringify({ ...JSON.parse(kept), SIGNALBOX_KEY_PEPPER: "p".repeat(43) }))
  const other = await (await start()).ended
  expect(other.code).toBe(1)
  expect(other.output).toMatch(/SIGNALBOX_KEY_PEPPER is not the value that this database was used with/)
  expect(other.output).not.toMatch(/ppppp|\n {4}at /)

  const accepted = spawnSync(process.execPath, ["scripts/run.mjs", "secrets", "accept", "--data-dir", dataDir], {
    encoding: "utf8",
    // Without the variables of this test run: they name another database and other secrets.
    env: { PATH: process.env["PATH"] } as never,
  })
  expect(accepted.stdout).toContain("Recorded the current secrets")
  expect(await (await ready()).isHealthy()).toBe(true)
})

it("names the process that uses the port", async () => {
  const port = await freePort()
  const other = createServer().listen(port, "127.0.0.1")
  const { code, output } = await (await start({ port })).ended
  other.close()
  expect(code).toBe(1)
  expect(output.trim()).toMatch(
    new RegExp(`^Port ${port} is in use by process ${process.pid} \\(.+\\)\\. .* --port\\.$`),
  )
})

it("removes the database with --fresh --yes, and refuses --fresh without --yes when there is no terminal", async () => {
  copyDataFolder()
  const first = await ready()
  await query(dataDir, "create table gone as select 42 as answer")
  first.kill("SIGTERM")
  await first.ended
  const unconfirmed = await (await start({ args: ["--no-seed", "--fresh"] })).ended
  expect(unconfirmed.output).toMatch(/Run the command again with --yes/)
  await ready({ args: ["--no-seed", "--fresh", "--yes"] })
  await expect(query(dataDir, "select * from gone")).rejects.toThrow(/does not exist/)
})

it.each([
  [
    "an unreachable Postgres",
    { DATABASE_URL: "postgresql://me:hidden@127.0.0.1:9/x" },
    /^Cannot use .*127\.0\.0\.1:9\)/m,
  ],
  [
    "a missing secret in production",
    { DATABASE_URL: "postgresql://me:hidden@127.0.0.1:9/x", NODE_ENV: "production", NEXTAUTH_SECRET: "x" },
    /^SIGNALBOX_KEY_PEPPER, SIGNALBOX_ENCRYPTION_KEYS must be set in production/m,
  ],
])("%s stops the start with one sentence", async (_, env, sentence) => {
  const { code, output } = await (await start({ env })).ended
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
  expect(output).not.toMatch(/hidden|\n {4}at /)
})

it.runIf(process.getuid?.() === 0)("a folder without write permission stops it with one sentence", async () => {
  const { code, output } = await (await start({ uid: 65_534 })).ended
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/^Cannot write to .*EACCES/)
})

const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0

it.runIf(canMount)("a full disk stops the start with one sentence", async () => {
  const { folder, remove: removeFolder } = newFolder()
  const onSmallDisk = ["sh", "-c", 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"', folder]
  const { code, output } = await (await start({ dataDir: folder, prefix: ["unshare", "--mount", ...onSmallDisk] }))
    .ended
  expect(code).toBe(1)
  expect(output.trim()).toMatch(/: the disk is full\. Free some space and start again\.$/)
  removeFolder()
})

async function start(options: Partial<Parameters<typeof startSignalbox>[0]> = {}) {
  const signalbox = await startSignalbox({ dataDir, ...options })
  running.push(signalbox)
  return signalbox
}

async function ready(options: Partial<Parameters<typeof startSignalbox>[0]> = {}) {
  const signalbox = await start(options)
  await signalbox.ready()
  return signalbox
}

function demoFile() {
  return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))
}

async function statusOf(url: string, key: string) {
  const { status } = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  return status
}

/** The process id of the embedded Postgres, or 0 when none runs. */
function postmaster() {
  try {
    return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  } catch {
    return 0
  }
}

async function until(holds: () => boolean | Promise<boolean>) {
  while (
    !(await Promise.resolve()
      .then(holds)
      .catch(() => false))
  )
    await sleep(50)
}
