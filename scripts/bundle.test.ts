/** Tests that a bundle is made again exactly when one of its files has changed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { bundle } from "./bundle"

let folder = ""

beforeEach(() => {
  mkdirSync(".build", { recursive: true })
  folder = mkdtempSync(".build/bundle-test-")
  onTestFinished(() => rmSync(folder, { recursive: true }))
  write("entry.ts", 'export { part } from "./part"\n')
  write("part.ts", 'export const part = "the old text"\n')
})

/** Writes a file that is older than every bundle. */
function write(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  utimesSync(path, 0, text.length)
}

async function bundled() {
  const file = await bundle(join(folder, "entry.ts"))
  onTestFinished(() => {
    for (const end of ["", ".map", ".inputs.json"]) rmSync(`${file}${end}`, { force: true })
  })
  return { text: readFileSync(file, "utf8"), writtenAt: statSync(file).mtimeMs }
}

it("an unchanged bundle is used again", async () => {
  const first = await bundled()
  expect(first.text).toContain("the old text")
  expect(await bundled()).toEqual(first)
})

it("a change of an imported file makes a new bundle", async () => {
  await bundled()
  write("part.ts", 'export const part = "a newer, longer text"\n')
  expect((await bundled()).text).toContain("a newer, longer text")
})

it("a deleted file fails the next bundle", async () => {
  await bundled()
  rmSync(join(folder, "part.ts"))
  await expect(bundled()).rejects.toThrow("part")
})

it("a file that changes while it is bundled is read again by the next bundle", async () => {
  const path = join(folder, "part.ts")
  const inOneMinute = Date.now() / 1000 + 60
  utimesSync(path, inOneMinute, inOneMinute)
  const { writtenAt } = await bundled()
  expect((await bundled()).writtenAt).toBeGreaterThan(writtenAt)
})
