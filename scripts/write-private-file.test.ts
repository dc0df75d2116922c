import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { writePrivateFile } from "./write-private-file"

it("leaves no unfinished file when the file cannot be written", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-private-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "keys.json"))
  expect(() => writePrivateFile(join(folder, "keys.json"), "{}")).toThrow("EISDIR")
  expect(readdirSync(folder)).toEqual(["keys.json"])
})
