import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { chargeRequest, type Quota, refundRequest } from "./quotas"

describe.each(["this process", "postgres"])("a quota counted in %s", (store) => {
  beforeAll(() => void vi.stubEnv("RATE_LIMIT_STORE", store === "postgres" ? "postgres" : ""))
  afterAll(() => void vi.unstubAllEnvs())
  /** A quota with a random id, so each test has separate counters in the store of this run. */
  const freshQuota = (quota: number): Quota => ({ policy: `test-${store}`, id: randomUUID(), quota })

  const take = (...quotas: Quota[]) => chargeRequest(quotas)
  const refund = async (quota: Quota) => (await refundRequest([quota], await take(quota)))[0]?.remaining

  it("refunds at most as many requests as its size, so no more than twice the quota passes", async () => {
    const quota = freshQuota(3)
    expect([await refund(quota), await refund(quota), await refund(quota)]).toEqual([3, 3, 3])
    expect([await refund(quota), await refund(quota), await refund(quota)]).toEqual([2, 1, 0])
    await expect(take(quota)).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "60" } })
  })

  it("is not charged when another quota rejects the request", async () => {
    const narrow = freshQuota(1)
    const wide = freshQuota(10)
    expect((await take(narrow, wide)).map(({ remaining }) => remaining)).toEqual([0, 9])
    for (let i = 0; i < 5; i++) await expect(take(narrow, wide)).rejects.toMatchObject({ code: "rate_limited" })
    expect((await take(wide))[0]?.remaining).toBe(8)
  })
})

it("refunds expire when the window of their quota ends", async () => {
  vi.stubEnv("RATE_LIMIT_STORE", "postgres")
  const quota = { policy: "test-window", id: randomUUID(), quota: 5 }
  const states = await chargeRequest([quota])
  await refundRequest([quota], [{ ...states[0], resets_in_seconds: 12 } as (typeof states)[number]])
  const [left] = await acrossTeams(() =>
    rows<{ seconds: number }>(sql`select (expire / 1000.0 - extract(epoch from now()))::float as seconds
      from rate_limit where key = ${`test-window-refund:${quota.id}`}`),
  )
  expect(left?.seconds).toBeLessThanOrEqual(12)
  vi.unstubAllEnvs()
})
