import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { tryLock, withLock } from "./lock-file"
import { identify } from "./process-identity"

let lockFile = ""

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"))
  lockFile = join(folder, "lock")
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

it("work under the same lock never overlaps", async () => {
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await sleep(20)
    order.push(`${name} ends`)
  }
  await Promise.all([withLock(lockFile, work("a")), withLock(lockFile, work("b"))])
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"])
})

it("a second caller learns which process holds the lock", () => {
  expect(tryLock(lockFile, { baseUrl: "http://localhost:3000" })).toEqual({ isMine: true })
  expect(tryLock(lockFile)).toMatchObject({
    isMine: false,
    holder: { pid: process.pid, baseUrl: "http://localhost:3000" },
  })
})

it("the lock of a dead process is free, also when its process id is reused", () => {
  writeFileSync(lockFile, JSON.stringify({ ...identify(process.pid), began: "another life" }))
  expect(tryLock(lockFile)).toEqual({ isMine: true })
})

it("a lock file that was written only partly counts as free", () => {
  writeFileSync(lockFile, '{"pid":')
  expect(tryLock(lockFile)).toEqual({ isMine: true })
})
