import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { readState, writeState } from "./state"

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-state-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it("reads the state that was written", () => {
  const dataDir = newFolder()
  expect(readState(dataDir)).toBeNull()
  writeState(dataDir, { password: "a", port: 5 })
  expect(readState(dataDir)).toEqual({ password: "a", port: 5 })
})

it.each(["", '{"pass', "null", '{"port":5}'])("a damaged file counts as missing: %j", (text) => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, "postgres.json"), text)
  expect(readState(dataDir)).toBeNull()
})

it("a file that cannot be read is an error, because its password may still be in use", () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, "postgres.json"))
  expect(() => readState(dataDir)).toThrow(/^Cannot read .*postgres\.json: EISDIR/)
})
