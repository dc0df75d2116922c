import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { lockFolder } from "./start/folder"
import { startCommand } from "./testing/command"
import { dataDirIn, withDatabase } from "./with-database"

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
  const work = async (rest: string[]) => ({ rest, url: process.env["DATABASE_URL"] })
  const done = await withDatabase("npm run import", ["metrics", "--data-dir", folder], work)
  expect(done).toEqual({ rest: ["metrics"], url: given })
})

it("the name of a data folder may contain an equals sign", () => {
  expect(dataDirIn(["status", "--data-dir=/tmp/a=b"])).toEqual({ dataDir: "/tmp/a=b", rest: ["status"] })
  expect(dataDirIn(["--data-dir", "/tmp/a=b", "status"])).toEqual({ dataDir: "/tmp/a=b", rest: ["status"] })
})
