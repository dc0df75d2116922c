import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { startPostgres } from "./postgres"
import { lockFolder } from "./start/folder"
import { startCommand } from "./testing/command"
import { extractDataDir, withDatabase } from "./with-database"

it("a command on a folder without an installation creates nothing, and says how to name the right folder", async () => {
  const parent = mkdtempSync(join(tmpdir(), "signalbox-with-database-"))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, "elsewhere")
  const command = startCommand("demo", ["signal", "--data-dir", folder], { env: { DATABASE_URL: "" } })
  expect(await command.ended).toBe(1)
  expect(command.printed.err.trim()).toBe(
    `There is no installation in ${folder}. Run npm start first, or choose the folder of your installation with --data-dir.`,
  )
  expect(existsSync(folder)).toBe(false)
})

it("the demo commands print their options without a database", async () => {
  const command = startCommand("demo", ["scan", "--help"])
  expect(await command.ended).toBe(0)
  expect(command.printed.out).toContain("npm run demo:scan --")
  expect(command.printed.out).toContain("--data-dir <folder>")
})

it("with DATABASE_URL, a command works while a start holds the folder's lock", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-with-database-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  onTestFinished(lockFolder(folder, "Signalbox at http://localhost:3000"))
  const given = process.env["DATABASE_URL"]
  const work = async (otherArgs: string[]) => ({ otherArgs, url: process.env["DATABASE_URL"] })
  const done = await withDatabase("npm run import", ["metrics", "--data-dir", folder], work)
  expect(done).toEqual({ otherArgs: ["metrics"], url: given })
})

/** Creates a data folder, for commands that use the embedded database. */
function embedded() {
  vi.stubEnv("DATABASE_URL", "")
  const folder = mkdtempSync(join(tmpdir(), "signalbox-with-database-"))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  return folder
}

it("a command reports in one sentence that a start has not finished its migrations", async () => {
  const folder = embedded()
  const { stop } = await startPostgres({ dataDir: folder, isDurable: false })
  onTestFinished(stop)
  await expect(withDatabase("npm run import", ["--data-dir", folder], async () => {})).rejects.toMatchObject({
    name: "UserError",
    message: `Signalbox is starting or stopping (process ${process.pid}, data in ${folder}). Try again in a moment.`,
  })
})

it("a command finds an installation whose postgres.json is lost, and releases the folder when it cannot open it", async () => {
  const folder = embedded()
  mkdirSync(join(folder, "postgres"))
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n")
  vi.stubEnv("MIGRATION_DATABASE_URL", "")
  await expect(withDatabase("npm run import", ["--data-dir", folder], async () => {})).rejects.toThrow(
    /^The database in .* was created by Postgres 17\. This version of Signalbox includes Postgres 18\./,
  )
  expect(existsSync(join(folder, "running.json"))).toBe(false)
})

it("the name of a data folder may contain an equals sign", () => {
  expect(extractDataDir(["status", "--data-dir=/tmp/a=b"])).toEqual({ dataDir: "/tmp/a=b", otherArgs: ["status"] })
  expect(extractDataDir(["--data-dir", "/tmp/a=b", "status"])).toEqual({ dataDir: "/tmp/a=b", otherArgs: ["status"] })
})
