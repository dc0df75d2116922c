import { ulid } from "ulid"
import { expect, it, onTestFinished, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { localEngine } from "../testing/local-engine"
import { startCronTriggers } from "./cron-triggers"
import type { EngineFunction } from "./functions"

it("runs each cron tick once when two processes have the same schedule", async () => {
  const appId = `clock-${ulid().toLowerCase()}`
  const ticks: number[] = []
  for (const engine of [localEngine(appId), localEngine(appId)]) {
    const everySecond = engine.client.createFunction(
      { id: "tick", triggers: [{ cron: "* * * * * *" }] },
      ({ event }) => {
        ticks.push(event.ts ?? 0)
      },
    )
    onTestFinished(await engine.open([everySecond]))
  }
  await expect.poll(() => ticks.length).toBeGreaterThanOrEqual(3)
  expect(new Set(ticks).size).toBe(ticks.length)
  expect(ticks.every((tick) => tick % 1_000 === 0)).toBe(true)
})

/** The ids of the events that the schedule tries to store, from 06:59:59 on. `isStored` decides whether a try succeeds. */
function triesOf(cron: string, isStored: () => boolean) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: new Date("2026-11-20T06:59:59Z") })
  const warn = vi.spyOn(log, "warn").mockReturnValue()
  onTestFinished(() => {
    vi.useRealTimers()
    warn.mockRestore()
  })
  const tries: (string | undefined)[] = []
  const stop = startCronTriggers([{ id: "digest", crons: [cron] } as EngineFunction], async (_, { id }) => {
    tries.push(id)
    if (!isStored()) throw new Error("Postgres is restarting")
  })
  onTestFinished(stop)
  return { tries, stop }
}

it("tries a tick again every 5 s until its run is stored", async () => {
  let isStored = false
  const { tries } = triesOf("0 7 * * *", () => isStored)
  await vi.advanceTimersByTimeAsync(6_500)
  expect(tries).toEqual(Array(2).fill("tick:digest:0 7 * * *:2026-11-20T07:00:00.000Z"))
  isStored = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(new Set(tries).size).toBe(1)
  expect(tries).toHaveLength(3)
})

it("does not try a tick again after the next tick, or after a stop", async () => {
  const { tries, stop } = triesOf("*/2 * * * * *", () => false)
  await vi.advanceTimersByTimeAsync(13_500)
  expect(tries).toHaveLength(7)
  expect(new Set(tries).size).toBe(7)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toHaveLength(7)
})
