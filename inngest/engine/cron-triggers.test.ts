import { ulid } from "ulid"
import { expect, it, onTestFinished } from "vitest"
import { localEngine } from "../testing/local-engine"

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
