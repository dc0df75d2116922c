import { expect, test } from "vitest"
import { rows, sql } from "@/prisma/client"
import { EngineProcesses } from "../testing/start-engine-process"

test("a run whose process was killed in mid-step goes on with the next start; what was done is not done again", async () => {
  const processes = new EngineProcesses()
  const first = await processes.start()
  first.send(["a"], 500)
  await processes.until("a", "two begins")
  await first.kill()
  // Only the engine's look for dead processes can free this lease in time.
  await leaseFor(processes.appId, "1 hour")
  await processes.start()
  await processes.until("a", "end")
  expect(processes.noted("a")).toEqual([
    ...["one begins", "one ends"],
    ...["two begins", "two begins", "two ends"],
    ...["three begins", "three ends", "end"],
  ])
})

test("a process that goes on working takes over what a killed one had, once its lease is over", async () => {
  const processes = new EngineProcesses()
  const both = [await processes.start(), await processes.start()]
  both[0]?.send(["b"], 400)
  await processes.until("b", "one begins")
  const [who] = processes.noted("who-b").map(Number)
  await both.find(({ pid }) => pid === who)?.kill()
  await leaseFor(processes.appId, "-1 second")
  await rows(sql`SELECT pg_notify('engine_due', '')`)
  await processes.until("b", "end")
  expect(processes.noted("b").filter((what) => what === "one begins")).toHaveLength(2)
})

test("two processes share 150 runs; one is killed, another comes: every run ends, and every step is done once but those cut off", async () => {
  const processes = new EngineProcesses()
  const [one, other] = [await processes.start(), await processes.start()]
  const subjects = Array.from({ length: 150 }, (_, place) => `run-${place}-`)
  one.send(subjects, 5)
  await expect.poll(() => processes.noted().filter((line) => line.endsWith(" end")).length).toBeGreaterThan(20)
  await other.kill()
  await processes.start()
  await expect.poll(() => ended(processes)).toBe(150)
  const counts = subjects.map((subject) => processes.noted(subject).filter((what) => what.endsWith("begins")).length)
  // At most 25 were in the killed one's hands, each in one step.
  expect(counts.reduce((sum, count) => sum + count - 3, 0)).toBeLessThanOrEqual(25)
  expect(counts.every((count) => count === 3 || count === 4)).toBe(true)
  const ends = processes.noted().filter((line) => line.endsWith(" end"))
  expect(new Set(ends).size).toBe(150)
})

/** Moves the end of every open lease of the app to `interval` from now. */
const leaseFor = (appId: string, interval: string) =>
  rows(
    sql`UPDATE engine_run SET leased_until = now() + ${interval}::interval WHERE function_id LIKE ${`${appId}%`} AND state = 'open'`,
  )

const ended = (processes: EngineProcesses) => new Set(processes.noted().filter((line) => line.endsWith(" end"))).size
