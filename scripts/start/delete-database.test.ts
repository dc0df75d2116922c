import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, onTestFinished, vi } from "vitest"
import { hasDatabase } from "./database"
import { deleteDatabase } from "./delete-database"

afterEach(() => {
  vi.unstubAllEnvs()
})

function newFolder() {
  vi.stubEnv("DATABASE_URL", "")
  const folder = mkdtempSync(join(tmpdir(), "signalbox-delete-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function newDatabase() {
  const folder = newFolder()
  mkdirSync(join(folder, "postgres"))
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "18\n")
  return folder
}

it("deletes a database whose postgres.json is lost", async () => {
  const folder = newDatabase()
  expect(await deleteDatabase(folder, { isConfirmed: true })).toBe(true)
  expect(existsSync(join(folder, "postgres"))).toBe(false)
})

it("reports that a folder contains no database", async () => {
  expect(await deleteDatabase(newFolder(), { isConfirmed: true })).toBe(false)
})

it("deletes a database that Postgres cannot open as root, because there are no user namespaces", async () => {
  const folder = newDatabase()
  vi.stubEnv("PATH", "") // without the program unshare
  expect(await hasDatabase(folder, undefined)).toBe(true)
  expect(await deleteDatabase(folder, { isConfirmed: true })).toBe(true)
  expect(await hasDatabase(folder, undefined)).toBe(false)
})
