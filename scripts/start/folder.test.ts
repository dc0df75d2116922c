import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { takeFolder } from "./folder"

test("a folder in use is refused with the name of what uses it", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-folder-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const giveBack = takeFolder(folder, "npm run demo:signal")
  const words = `npm run demo:signal already runs (process ${process.pid}, data in ${folder}).`
  expect(() => takeFolder(folder, "npm run import")).toThrow(words)
  giveBack()
  expect(takeFolder(folder, "npm run import")).toBeTypeOf("function")
})
