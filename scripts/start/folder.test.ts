import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { lockFolder } from "./folder"

it("refuses a data folder in use, and names the command that uses it", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-folder-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unlock = lockFolder(folder, "npm run demo:signal")
  const message = `npm run demo:signal is already running (process ${process.pid}, data in ${folder}).`
  expect(() => lockFolder(folder, "npm run import")).toThrow(message)
  unlock()
  expect(lockFolder(folder, "npm run import")).toBeTypeOf("function")
})
