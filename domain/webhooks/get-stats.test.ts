import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { getStats } from "./get-stats"
import { largestError } from "./time-histogram"

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const stats = async (team: TeamFacts, webhook_id: string, range: "24h" | "7d" | "30d" = "24h") =>
  (await run(getStats, asPerson(team, "viewer"), { webhook_id, range })).data

describe("webhooks.getStats", () => {
  it("counts attempts by outcome and status, with the median and 95th percentile of their time", async () => {
    const team = await freshTeam()
    const [{ id }, other] = [await freshWebhook(team), await freshWebhook(team)]
    for (let ms = 1; ms <= 20; ms++) await freshAttempt(team, id, { total_ms: ms * 10 })
    await freshAttempt(team, id, { state: "failed", status: 503, total_ms: 1_000, started_at: ago(3) })
    await freshAttempt(team, id, { state: "failed", status: 404, total_ms: 30, started_at: ago(3) })
    await freshAttempt(team, id, { state: "failed", status: null, error_code: "timeout_total", total_ms: 15_000 })
    await freshAttempt(team, id, { state: "unknown", status: null })
    await freshAttempt(team, other.id)
    const { totals, buckets } = await stats(team, id)
    expect(totals).toMatchObject({ attempts: 24, succeeded: 20, failed: 4 })
    expect(totals.by_status).toEqual({ "2xx": 20, "3xx": 0, "4xx": 1, "5xx": 1, none: 2 })
    expect(Math.abs((totals.p50_ms ?? 0) / 105 - 1)).toBeLessThan(largestError)
    expect(Math.abs((totals.p95_ms ?? 0) / 199.5 - 1)).toBeLessThan(largestError)
    const sum = (name: "attempts" | "failed") => buckets.reduce((total, bucket) => total + bucket[name], 0)
    expect([sum("attempts"), sum("failed")]).toEqual([24, 4])
    const threeHoursAgo = buckets.find(({ from, to }) => Date.parse(from) <= +ago(3) && +ago(3) < Date.parse(to))
    expect(threeHoursAgo).toMatchObject({ attempts: 2, failed: 2, by_status: { "4xx": 1, "5xx": 1 } })
  })

  it.each([
    ["24h", 24, 1],
    ["7d", 28, 6],
    ["30d", 30, 24],
  ] as const)("has every bar of %s up to now, and excludes older attempts", async (range, count, hours) => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    await freshAttempt(team, id, { started_at: ago(count * hours + 1) })
    await freshAttempt(team, id, { started_at: ago((count - 1) * hours - 0.5) })
    const { buckets, totals } = await stats(team, id, range)
    expect(buckets).toHaveLength(count)
    for (const [i, { from, to }] of buckets.entries()) {
      expect(Date.parse(to) - Date.parse(from)).toBe(hours * 3_600_000)
      if (i > 0) expect(from).toBe(buckets[i - 1]?.to)
    }
    expect(Date.parse(buckets.at(-1)?.to ?? "")).toBeGreaterThan(Date.now())
    expect(totals.attempts).toBe(1)
  })

  it("reports how many deliveries wait, and for how long", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const empty = { attempts: 0, succeeded: 0, failed: 0, p50_ms: null, p95_ms: null }
    expect(await stats(team, id)).toMatchObject({
      totals: empty,
      queue: { pending: 0, in_flight: 0, held: 0, oldest_pending_seconds: null },
    })
    await freshDelivery(team, id, { created_at: ago(2) })
    for (const state of ["pending", "leased", "held", "held", "succeeded"]) await freshDelivery(team, id, { state })
    const { queue } = await stats(team, id)
    expect(queue).toMatchObject({ pending: 2, in_flight: 1, held: 2 })
    expect(Math.abs((queue.oldest_pending_seconds ?? 0) - 7_200)).toBeLessThan(60)
  })
})
