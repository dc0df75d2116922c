import { expect, it } from "vitest"
import { rows, sql } from "@/prisma/client"
import { EngineProcesses } from "../testing/start-engine-process"

it("resumes a run after its process is killed in a step, without repeating completed steps", async () => {
  const processes = new EngineProcesses()
  const first = await processes.start()
  first.send(["a"], 500)
  await processes.until("a", "two begins")
  await first.kill()
  // A lease this long can only be released in time by the engine's check for dead processes at its start.
  await leaseFor(processes.appId, "1 hour")
  await processes.start()
  await processes.until("a", "end")
  expect(processes.noted("a")).toEqual([
    ...["one begins", "one ends"],
    ...["two begins", "two begins", "two ends"],
    ...["three begins", "three ends", "end"],
  ])
})

it("takes over the runs of a killed process when their leases expire", async () => {
  const processes = new EngineProcesses()
  const both = [await processes.start(), await processes.start()]
  both[0]?.send(["b"], 400)
  await processes.until("b", "one begins")
  const [who] = processes.noted("who-b").map(Number)
  await both.find(({ pid }) => pid === who)?.kill()
  await leaseFor(processes.appId, "-1 second")
  await rows(sql`select pg_notify('engine_due', '')`)
  await processes.until("b", "end")
  expect(processes.noted("b").filter((what) => what === "one begins")).toHaveLength(2)
})

it("completes all 150 runs when one of two processes is killed and replaced, and repeats only the interrupted steps", async () => {
  const processes = new EngineProcesses()
  const one = await processes.start()
  const other = await processes.start()
  const subjects = Array.from({ length: 150 }, (_, place) => `run-${place}-`)
  one.send(subjects, 5)
  await expect.poll(() => processes.noted().filter((line) => line.endsWith(" end")).length).toBeGreaterThan(20)
  await other.kill()
  await processes.start()
  await expect.poll(() => ended(processes)).toBe(150)
  const counts = subjects.map((subject) => processes.noted(subject).filter((what) => what.endsWith("begins")).length)
  // The killed process had at most 25 runs, each in one step.
  expect(counts.reduce((sum, count) => sum + count - 3, 0)).toBeLessThanOrEqual(25)
  expect(counts.every((count) => count === 3 || count === 4)).toBe(true)
  const ends = processes.noted().filter((line) => line.endsWith(" end"))
  expect(new Set(ends).size).toBe(150)
})

/** Moves the end of every open lease of the app to `interval` from now. */
const leaseFor = (appId: string, interval: string) =>
  rows(
    sql`update engine_run set leased_until = now() + ${interval}::interval where function_id like ${`${appId}%`} and state = 'open'`,
  )

const ended = (processes: EngineProcesses) => new Set(processes.noted().filter((line) => line.endsWith(" end"))).size
