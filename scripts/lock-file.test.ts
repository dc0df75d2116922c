import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, expect, it, onTestFinished } from "vitest"
import { startModule } from "@/domain/testing/start-module"
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

it("the lock of a process that could not be identified is free", () => {
  writeFileSync(lockFile, "{}")
  expect(tryLock(lockFile)).toEqual({ isMine: true })
})

it("a killed process with the same id, which left its file linked to the lock, does not let the lock change", () => {
  const lock = JSON.stringify({ ...identify(process.ppid), what: "npm start" })
  writeFileSync(lockFile, lock)
  linkSync(lockFile, `${lockFile}.${process.pid}`)
  expect(tryLock(lockFile)).toMatchObject({ isMine: false, holder: { pid: process.ppid } })
  expect(readFileSync(lockFile, "utf8")).toBe(lock)
})

/** Takes the locks of the folder in turn, each at the same moment as the other process, and sends which it holds. */
const takeLocks = `
  const { FOLDER, ROUNDS, STARTS_AT } = process.env
  const held = []
  for (let round = 0; round < Number(ROUNDS); round++) {
    while (Date.now() < Number(STARTS_AT) + round * 4) {}
    if (started.tryLock(FOLDER + "/" + round).isMine) held.push(round)
  }
  process.send(held)
  setInterval(() => {}, 1_000)`

it("of processes that find the lock of a dead process at the same time, exactly one takes it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-locks-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rounds = 200
  for (let round = 0; round < rounds; round++)
    writeFileSync(join(folder, String(round)), JSON.stringify({ pid: process.pid, began: "another life" }))
  const env = { FOLDER: folder, ROUNDS: String(rounds), STARTS_AT: String(Date.now() + 2_000) }
  const processes = await Promise.all([1, 2].map(() => startModule("scripts/lock-file.ts", takeLocks, env)))
  const held = processes.flatMap(({ message }) => message as number[])
  for (const { kill } of processes) await kill()
  expect(held.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rounds }, (_, round) => round))
})
