import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { run } from "./migrate"
import { runInProcess } from "./testing/run-in-process"

const projectFolder = process.cwd()

// The .env of a developer must not lead these tests to another database.
beforeEach(() => {
  vi.stubEnv("MIGRATION_DATABASE_URL", "")
})

afterEach(() => {
  process.chdir(projectFolder)
  vi.unstubAllEnvs()
})

it.each(["deploy", "status"])("%s requires a database instead of working on a temporary one", async (name) => {
  vi.stubEnv("DATABASE_URL", "")
  await expect(run([name])).rejects.toMatchObject({
    name: "UserError",
    message: "Set DATABASE_URL to the database. The embedded database is migrated by npm start.",
  })
})

it("uses the database of .env", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-migrate-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, ".env"), `DATABASE_URL=${process.env["DATABASE_URL"]}\n`)
  vi.stubEnv("DATABASE_URL", undefined)
  process.chdir(folder)
  expect(await runInProcess(run, ["status"])).toMatchObject({ exitCode: 0, out: "All migrations are applied.\n" })
})

it.each(["deploy", "status", "check"])("%s reports an invalid DATABASE_URL without its password", async (name) => {
  vi.stubEnv("DATABASE_URL", "postgresql://signalbox:pa#hidden@127.0.0.1/signalbox")
  await expect(run([name])).rejects.toMatchObject({
    name: "UserError",
    message:
      "DATABASE_URL is not a valid URL. Write special characters of the user name and password as %XX, for example %23 for # and %25 for %.",
  })
})
