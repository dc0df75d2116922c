import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { tryLock } from "./lock-file"

const files = vi.hoisted(() => ({ beforeStep: (_name: string, _path: unknown) => {} }))

/** Calls `beforeStep` with the name and the path before each function that reads or changes a file. */
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<Record<string, (...args: unknown[]) => unknown>>()
  const names = ["linkSync", "readFileSync", "rmSync", "writeFileSync"]
  const withStep =
    (name: string) =>
    (...args: unknown[]) => {
      files.beforeStep(name, args[0])
      return fs[name]?.(...args)
    }
  return { ...fs, ...Object.fromEntries(names.map((name) => [name, withStep(name)])) }
})

const { pid, ppid } = process

/** Tries to take the lock as another process. `others`: what happens before each of its steps, by their number. */
function takes(lockFile: string, asPid: number, others: Record<number, () => void> = {}) {
  const outer = { beforeStep: files.beforeStep, pid: process.pid }
  let step = 0
  files.beforeStep = () => others[step++]?.()
  Object.defineProperty(process, "pid", { value: asPid })
  try {
    return tryLock(lockFile).isMine
  } finally {
    files.beforeStep = outer.beforeStep
    Object.defineProperty(process, "pid", { value: outer.pid })
  }
}

it("a lock that may not be read stays, because its process may still run", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lockFile = join(folder, "running.json")
  writeFileSync(lockFile, "the lock of root")
  files.beforeStep = (name, path) => {
    if (name === "readFileSync" && path === lockFile) throw Object.assign(new Error("denied"), { code: "EACCES" })
  }
  onTestFinished(() => {
    files.beforeStep = () => {}
  })
  expect(() => tryLock(lockFile)).toThrow(
    `Cannot read ${lockFile}, the lock of a process of another account. Stop that process. If the file remains, delete it.`,
  )
  files.beforeStep = () => {}
  expect(readFileSync(lockFile, "utf8")).toBe("the lock of root")
})

it("of three processes that find the lock of a dead process, exactly one takes it", () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const maxSteps = 22
  for (let first = 0; first < maxSteps; first++)
    for (let second = first + 1; second < maxSteps; second++) {
      const lockFile = join(folder, `${first}-${second}`)
      writeFileSync(lockFile, JSON.stringify({ pid, began: "another life" }))
      const holders: string[] = []
      const other = (name: string, otherPid: number) => () => {
        if (takes(lockFile, otherPid)) holders.push(name)
      }
      if (takes(lockFile, pid, { [first]: other("first", ppid), [second]: other("second", 1) })) holders.push("slow")
      expect(holders, `the others try before the steps ${first} and ${second}`).toHaveLength(1)
    }
})
