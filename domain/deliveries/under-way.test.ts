import { beforeAll, describe, expect, it, vi } from "vitest"
import { ownNumber } from "@/domain/kernel/lease-holder"
import { log } from "@/domain/kernel/log"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { claim } from "./claim"
import { type Leased, leaseSeconds } from "./leased"
import { recordResults } from "./record"
import { sweep } from "./sweep"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { answered } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { ask, deliveriesOf } from "./testing/rows-of"
import { noteWritten, underWay } from "./under-way"

ownDatabase()
beforeAll(() => void vi.spyOn(log, "warn").mockReturnValue())

const fresh = async (more = {}) => freshEndpoint(await freshTeam(), more)
const arrive = (leased: Leased[]) =>
  recordResults(leased.map((one) => ({ leased: one, outcome: answered(200), requestHeaders: {} })))
const listed = () =>
  ask<{ holder: number; delivery_ids: string[] }>(
    sql`select holder, delivery_ids from webhook_claim order by claimed_at`,
  )
const idsOf = (leased: Leased[]) => leased.map(({ id }) => id)

/** Makes all listed claims look like those of another process. */
async function becomeAnother(leased: Leased[]) {
  await ask(sql`update webhook_claim set holder = 7, token = gen_random_uuid()`)
  for (const one of leased) noteWritten({ leased: one })
}

describe("a leased delivery", () => {
  it("is listed until its result is written, and moves to a new row when at most a quarter is left", async () => {
    const endpoints = await Promise.all([fresh(), fresh()])
    for (const endpoint of endpoints) await freshDeliveries(endpoint, 5)
    const leased = await claim()
    expect(leased).toHaveLength(10)
    expect(await listed()).toEqual([{ holder: ownNumber(), delivery_ids: expect.arrayContaining(idsOf(leased)) }])
    await arrive(leased.slice(0, 7))
    expect(await claim()).toEqual([])
    expect((await listed())[0]?.delivery_ids).toHaveLength(10)
    await arrive(leased.slice(7, 8))
    expect(await claim()).toEqual([])
    expect(await listed()).toEqual([
      { holder: ownNumber(), delivery_ids: expect.arrayContaining(idsOf(leased.slice(8))) },
    ])
    expect((await listed())[0]?.delivery_ids).toHaveLength(2)
    const tokens = () => ask(sql`select token from webhook_claim`)
    const moved = await tokens()
    expect(await claim()).toEqual([])
    expect(await tokens()).toEqual(moved)
    await arrive(leased.slice(8))
    expect(await claim()).toEqual([])
    expect(await listed()).toEqual([])
  })

  it("counts for every other process until its result is written", async () => {
    const [plain, fifo] = [await fresh(), await fresh({ is_fifo: true })]
    for (const endpoint of [plain, fifo]) await freshDeliveries(endpoint, 12)
    const theirs = await claim()
    expect(theirs).toHaveLength(6)
    await becomeAnother(theirs)
    expect(await claim()).toEqual([])
    const written = theirs.filter((one) => one.endpoint_id === fifo.id || one === theirs.at(-1))
    await arrive(written)
    const ours = await claim()
    expect(new Set(ours.map(({ endpoint_id }) => endpoint_id))).toEqual(new Set(written.map((one) => one.endpoint_id)))
    expect(ours).toHaveLength(written.length)
    await arrive([...theirs, ...ours])
  })

  it("is found by the sweep when its lease has expired, even if its process is alive and claims", async () => {
    await ask(sql`delete from webhook_delivery`)
    await ask(sql`delete from webhook_claim`)
    const endpoint = await fresh()
    await freshDeliveries(endpoint, 2)
    const leased = await claim()
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + leaseSeconds * 1_000 + 1)
    expect(underWay()).toEqual({ endpoints: {}, teams: {}, over: expect.any(Array), kept: new Map() })
    later.mockRestore()
    expect(await claim()).toEqual([])
    expect(await listed()).toMatchObject([{ delivery_ids: idsOf(leased) }])
    await ask(
      sql`update webhook_delivery set leased_until = now() - interval '1 s', next_attempt_at = now() + interval '1 h'`,
    )
    expect(await sweep()).toMatchObject({ woken: 2 })
    expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual(["pending", "pending"])
    expect(await listed()).toEqual([])
  })

  it("is found by the sweep even if no claim has listed it, as in an earlier version", async () => {
    await ask(sql`delete from webhook_delivery`)
    const endpoint = await fresh()
    await freshDeliveries(endpoint)
    await claim()
    await ask(sql`delete from webhook_claim`)
    await ask(sql`update webhook_delivery set leased_until = now() - interval '1 s'`)
    expect(await sweep()).toMatchObject({ woken: 1 })
  })
})

it("a lease changes no index: no index uses a column that a lease changes", async () => {
  const changed = /\b(state|lease_token|leased_until|attempt_id|last_attempt|updated_at)\b/
  const indexes = await ask<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where tablename = 'webhook_delivery'`,
  )
  expect(indexes.length).toBeGreaterThan(7)
  expect(indexes.filter(({ indexdef }) => changed.test(indexdef))).toEqual([])
})
