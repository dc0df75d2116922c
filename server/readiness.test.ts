import { expect, it, vi } from "vitest"
import { readiness } from "./readiness"

const checks = vi.hoisted(() => ({ started: 0 }))
vi.mock("@/domain/operating/database-readiness", async (original) => {
  const real = await original<typeof import("@/domain/operating/database-readiness")>()
  const whyNotReady: typeof real.whyNotReady = () => {
    checks.started++
    return real.whyNotReady()
  }
  return { ...real, whyNotReady }
})

it("checks the database once for probes that arrive at the same time, and again for the next one", async () => {
  const ready = { status: "ready", reasons: [] }
  expect(await Promise.all(Array.from({ length: 50 }, readiness))).toEqual(Array(50).fill(ready))
  expect(checks.started).toBe(1)
  expect(await readiness()).toEqual(ready)
  expect(checks.started).toBe(2)
})
