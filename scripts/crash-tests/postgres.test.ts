/**
 * Tests that the embedded Postgres recovers from orphaned processes, stale pid files, lost passwords and unreachable
 * folders.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { type Postgres, startPostgres } from "../postgres"
import { chooseLaunch } from "../postgres/launch"
import { readState, writeState } from "../postgres/state"
import { identify } from "../process-identity"

const isRoot = process.getuid?.() === 0
const opened: { folder: string; postgres?: Postgres }[] = []

afterEach(async () => {
  for (const { folder, postgres } of opened.splice(0)) {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

it("starts on an empty folder, stops, and still has the committed rows at the next start", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await query(first.url, "create table kept as select 42 as answer")
  await first.stop()
  expect(identify(first.pid)).toBeNull()
  const second = await start(dataDir)
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }])
})

it("rejects a wrong password, and stores the password readable by the owner only", async () => {
  const dataDir = newFolder()
  const { url } = await start(dataDir)
  const wrong = new URL(url)
  wrong.password = "guess"
  await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600)
})

it("refuses to start on the folder of a running Postgres, and names its process", async () => {
  const dataDir = newFolder()
  await start(dataDir)
  await expect(startPostgres({ dataDir })).rejects.toThrow(`Process ${process.pid} already runs the Postgres`)
})

it("stops the orphaned Postgres of a killed start, and starts again with its data", async () => {
  const dataDir = newFolder()
  const orphan = await start(dataDir)
  await query(orphan.url, "create table kept as select 42 as answer")
  removeOwner(dataDir)
  const next = await start(dataDir)
  expect(identify(orphan.pid)).toBeNull()
  expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }])
})

it("recovers after Postgres was killed and left its pid file behind", async () => {
  const dataDir = newFolder()
  const killed = await start(dataDir)
  await query(killed.url, "create table kept as select 42 as answer")
  process.kill(killed.pid, "SIGKILL")
  await killed.exited
  removeOwner(dataDir)
  expect(readFileSync(join(chooseLaunch(dataDir).cluster, "postmaster.pid"), "utf8")).toContain(String(killed.pid))
  const next = await start(dataDir)
  expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }])
})

it("starts although a stale pid file names the process id of another running process", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await first.stop()
  writeFileSync(join(chooseLaunch(dataDir).cluster, "postmaster.pid"), `${process.pid}\n`)
  const second = await start(dataDir)
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }])
})

it("creates a new password when the old one is lost", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await first.stop()
  rmSync(join(dataDir, "postgres.json"))
  const second = await start(dataDir)
  expect(second.url).not.toContain(new URL(first.url).password)
  expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }])
})

it("creates the cluster again when the first start was killed while creating it", async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, "postgres.unfinished"))
  writeFileSync(join(dataDir, "postgres.unfinished", "PG_VERSION"), "18\n")
  const { url } = await start(dataDir)
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }])
})

it.runIf(isRoot)("works as root in a folder that only root can enter", async () => {
  const secret = newFolder()
  chmodSync(secret, 0o700)
  const dataDir = join(secret, "data")
  const first = await start(dataDir)
  await query(first.url, "create table kept as select 42 as answer")
  await first.stop()
  const second = await start(dataDir)
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }])
})

it.runIf(isRoot)("moves the cluster to /var/lib/signalbox when user namespaces are not available", async () => {
  vi.stubEnv("PATH", "/without/unshare")
  const secret = newFolder()
  chmodSync(secret, 0o700)
  const { url } = await start(secret)
  const { cluster } = chooseLaunch(secret)
  onTestFinished(() => rmSync(cluster, { recursive: true, force: true }))
  expect(cluster).toMatch(/^\/var\/lib\/signalbox\//)
  expect(statSync(cluster).uid).not.toBe(0)
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }])
  vi.unstubAllEnvs()
  expect(chooseLaunch(secret).cluster).toBe(cluster)
})

it.runIf(isRoot)("refuses to create a second database when it cannot enter the folder of the first", async () => {
  const parent = newFolder()
  const dataDir = join(parent, "data")
  const first = await start(dataDir)
  await first.stop()
  chmodSync(parent, 0o700)
  vi.stubEnv("PATH", "/without/unshare")
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startPostgres({ dataDir })).rejects.toMatchObject({
    name: "UserError",
    message: expect.stringMatching(/^The database in .* cannot be opened as root: .*\(chmod o\+x\)/),
  })
})

it("says what to do when the password of postgres.json belongs to another database", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await first.stop()
  writeState(dataDir, { password: "of another database" })
  await expect(startPostgres({ dataDir })).rejects.toMatchObject({
    name: "UserError",
    message: `The password in ${join(dataDir, "postgres.json")} does not belong to this database. Delete the file and start again to create a new one.`,
  })
  rmSync(join(dataDir, "postgres.json"))
  const next = await start(dataDir)
  expect(await query(next.url, "select 1 as one")).toEqual([{ one: 1 }])
})

it("refuses the database of another major version of Postgres", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await first.stop()
  const { cluster } = chooseLaunch(dataDir)
  writeFileSync(join(cluster, "PG_VERSION"), "17\n")
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `The database in ${cluster} was created by Postgres 17. This version of Signalbox includes Postgres 18. Export it with the earlier version (pg_dump).`,
  )
})

it("quotes only what Postgres logged since the start that failed", async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await first.stop()
  writeFileSync(join(chooseLaunch(dataDir).cluster, "postgresql.conf"), "no_such_setting = 1\n")
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /^Postgres did not start: [^\n]*unrecognized configuration parameter "no_such_setting"((?!shut down).)*\(log: .*\)$/,
  )
})

it("reports in one sentence that the folder cannot be created", async () => {
  const file = join(newFolder(), "file")
  writeFileSync(file, "")
  await expect(startPostgres({ dataDir: join(file, "data") })).rejects.toThrow(
    /^Cannot write to .*: a file is in the way\. .* --data-dir\.$/,
  )
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-crash-test-"))
  chmodSync(folder, 0o755)
  opened.unshift({ folder })
  return folder
}

async function start(dataDir: string) {
  const postgres = await startPostgres({ dataDir })
  opened.unshift({ folder: dataDir, postgres })
  return postgres
}

/** Simulates that the process that started Postgres was killed. */
function removeOwner(dataDir: string) {
  const state = readState(dataDir)
  if (state) writeState(dataDir, { ...state, owner: { pid: process.pid, began: "another life" } })
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
