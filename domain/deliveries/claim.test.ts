import pg from "pg"
import { describe, expect, it } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { sql } from "@/prisma/client"
import { claim, claimDelivery } from "./claim"
import type { LeasedDelivery } from "./leased-delivery"
import { recordResults } from "./record"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { recordOutcome, responseWith } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { attemptsOf, deliveriesOf, queryRows } from "./testing/rows-of"

ownDatabase()

/** Claims until no more deliveries are returned, and returns those of `endpoints`. */
async function claimAll(endpoints: { id: string }[], limit = 50) {
  const ids = endpoints.map(({ id }) => id)
  const all = []
  for (let batch = await claim(limit); batch.length > 0; batch = await claim(limit)) all.push(...batch)
  return all.filter((leased) => ids.includes(leased.endpoint_id))
}

describe("claim", () => {
  it("leases a due delivery for 45 s, with everything the attempt needs, and shows the attempt as started", async () => {
    const endpoint = await freshEndpoint(await freshTeam())
    const [made] = await freshDeliveries(endpoint)
    await freshDeliveries(endpoint, 1, { agoSeconds: -60 })
    const [leased, ...more] = await claimAll([endpoint])
    expect(more).toEqual([])
    expect(leased).toMatchObject({
      ...made,
      team_id: endpoint.team_id,
      url: endpoint.url,
      trigger: "auto",
      attempts_counted: 0,
      attempt_number: 1,
      seq: 1,
    })
    expect(JSON.parse(leased?.body ?? "")).toMatchObject({ id: made?.message_id, seq: 1 })
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { state: "leased", last_attempt: 1, attempts: 0 },
      { state: "pending" },
    ])
    expect(await attemptsOf(endpoint)).toMatchObject([
      { id: leased?.attempt_id, number: 1, state: "started", trigger: "auto" },
    ])
    const [lease] = await queryRows<{
      seconds: number
    }>(sql`select extract(epoch from leased_until - updated_at)::float8 as seconds
      from webhook_delivery where id = ${made?.id}`)
    expect(lease?.seconds).toBeCloseTo(45, 0)
  })

  it("leases at most five deliveries per endpoint, and one per FIFO endpoint", async () => {
    const team = await freshTeam()
    const plain = await freshEndpoint(team)
    const fifo = await freshEndpoint(team, { is_fifo: true })
    await freshDeliveries(plain, 12)
    const made = await freshDeliveries(fifo, 12)
    const leased = await claimAll([plain, fifo])
    expect(leased.filter((one) => one.endpoint_id === plain.id)).toHaveLength(5)
    expect(leased.filter((one) => one.endpoint_id === fifo.id).map(({ id }) => id)).toEqual([made[0]?.id])
  })

  it("serves an endpoint at its limit of requests in flight only after a result is recorded", async () => {
    const team = await freshTeam()
    const plain = await freshEndpoint(team)
    const fifo = await freshEndpoint(team, { is_fifo: true })
    for (const endpoint of [plain, fifo]) await freshDeliveries(endpoint, 12)
    const leased = await claimAll([plain, fifo])
    expect(leased).toHaveLength(6)
    const ended = leased.filter((one) => one.endpoint_id === fifo.id || one === leased[0])
    await recordResults(ended.map((one) => ({ leased: one, outcome: responseWith(200), requestHeaders: {} })))
    expect((await claimAll([plain, fifo])).map((one) => one.endpoint_id).toSorted()).toEqual(
      ended.map((one) => one.endpoint_id).toSorted(),
    )
  })

  it("skips endpoints that are paused, throttled, disabled or deleted, and teams whose plan has no webhooks", async () => {
    const team = await freshTeam()
    const endpoints = [
      ...(await Promise.all(
        ["paused_user", "disabled_auto", "disabled_gone", "deleted"].map((state) => freshEndpoint(team, { state })),
      )),
      await freshEndpoint(team, { paused_until: new Date(Date.now() + 60_000) }),
      await freshEndpoint(await freshTeam({ plan: "free" })),
    ]
    for (const endpoint of endpoints) await freshDeliveries(endpoint)
    expect(await claimAll(endpoints)).toEqual([])
    const over = await freshEndpoint(team, { paused_until: new Date(Date.now() - 1_000) })
    await freshDeliveries(over, 2)
    expect(await claimAll([over])).toHaveLength(2)
  })

  it("leases one probe when the pause of an open breaker has ended", async () => {
    const endpoint = await freshEndpoint(await freshTeam(), {
      breaker_openings: 2,
      paused_until: new Date(Date.now() - 1_000),
    })
    await freshDeliveries(endpoint, 4)
    const [probe] = await claimAll([endpoint])
    expect(probe).toMatchObject({ trigger: "probe" })
    await recordOutcome(probe as LeasedDelivery, responseWith(500))
    expect(await attemptsOf(endpoint)).toMatchObject([{ trigger: "probe" }])
  })

  it("respects an endpoint's limit of requests per second", async () => {
    const endpoint = await freshEndpoint(await freshTeam(), { max_per_second: 2 })
    await freshDeliveries(endpoint, 5)
    const [first, second] = await claimAll([endpoint])
    expect(second).toBeDefined()
    await recordOutcome(first as LeasedDelivery, responseWith(200))
    expect(await claimAll([endpoint])).toEqual([])
    const earlier = sql`interval '1 s' where endpoint_id = ${endpoint.id}`
    await queryRows(sql`update webhook_attempt set started_at = started_at - ${earlier}`)
    await wakeEndpoints([endpoint.id])
    expect(await claimAll([endpoint])).toHaveLength(1)
    await queryRows(sql`update webhook_delivery set updated_at = updated_at - ${earlier} and state = 'leased'`)
    await wakeEndpoints([endpoint.id])
    expect(await claimAll([endpoint])).toHaveLength(2)
  })

  it("leases messages of a FIFO endpoint in order, even if a later one became due first", async () => {
    const endpoint = await freshEndpoint(await freshTeam(), { is_fifo: true })
    const [first] = await freshDeliveries(endpoint, 1, { agoSeconds: 1 })
    await freshDeliveries(endpoint, 3, { agoSeconds: 30 })
    expect(await claimAll([endpoint])).toMatchObject([{ id: first?.id, seq: 1 }])
  })

  it("gives every team a share, however large the backlog of another team is", async () => {
    const flooding = await freshTeam()
    const quiet = await freshTeam()
    const many = await Promise.all(Array.from({ length: 12 }, () => freshEndpoint(flooding)))
    for (const endpoint of many) await freshDeliveries(endpoint, 10, { agoSeconds: 600 })
    const small = await freshEndpoint(quiet)
    await freshDeliveries(small, 3)
    const batch = await claim(6)
    expect(batch.filter((one) => one.team_id === quiet.id)).toHaveLength(3)
    expect(batch.filter((one) => one.team_id === flooding.id)).toHaveLength(3)
    // Requests in flight count: a team without any comes first.
    const newcomer = await freshEndpoint(await freshTeam())
    await freshDeliveries(newcomer, 2)
    expect((await claim(2)).map(({ endpoint_id }) => endpoint_id)).toEqual([newcomer.id, newcomer.id])
  })

  it("leases no delivery twice and at most five per endpoint, even in many concurrent claims", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const endpoints = await Promise.all(Array.from({ length: 8 }, async () => freshEndpoint(await freshTeam())))
    for (const endpoint of endpoints) await freshDeliveries(endpoint, 20)
    const nine = async () => (await Promise.all(Array.from({ length: 9 }, () => claim(10)))).flat()
    const taken: LeasedDelivery[] = []
    for (let batch = await nine(); batch.length > 0; batch = await nine()) taken.push(...batch)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
    expect(taken).toHaveLength(40)
    for (const { id } of endpoints) expect(taken.filter((one) => one.endpoint_id === id)).toHaveLength(5)
  })

  it("leases every available delivery before it returns none", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const endpoints = await Promise.all(Array.from({ length: 70 }, async () => freshEndpoint(await freshTeam())))
    for (const endpoint of endpoints) await freshDeliveries(endpoint, 2)
    expect(await claimAll(endpoints)).toHaveLength(2 * endpoints.length)
  })

  it("leases a delivery that is due earlier than an endpoint's backlog before the backlog ends", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const endpoints = await Promise.all(Array.from({ length: 15 }, async () => freshEndpoint(await freshTeam())))
    for (const endpoint of endpoints) await freshDeliveries(endpoint, 300, { agoSeconds: 60 })
    const arrive = async () => {
      const leased = await claim(30)
      await recordResults(leased.map((one) => ({ leased: one, outcome: responseWith(200), requestHeaders: {} })))
      return leased
    }
    for (let i = 0; i < 4; i++) expect(await arrive()).toHaveLength(30)
    const [earlier] = await freshDeliveries(endpoints[0] as { id: string; team_id: string }, 1, { agoSeconds: 600 })
    for (let found = false; !found; ) {
      const leased = await arrive()
      expect(leased).toHaveLength(30)
      found = leased.some(({ id }) => id === earlier?.id)
    }
  })

  it("skips a locked delivery and leases it once the lock is released", async () => {
    const endpoint = await freshEndpoint(await freshTeam())
    const [changed, other] = await freshDeliveries(endpoint, 2)
    const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
    await owner.connect()
    await owner.query("begin")
    await owner.query("update webhook_delivery set updated_at = now() where id = $1", [changed?.id])
    expect((await claimAll([endpoint])).map(({ id }) => id)).toEqual([other?.id])
    expect(await claimDelivery(endpoint.team_id, changed?.id ?? "")).toBeNull()
    await owner.query("commit")
    await owner.end()
    expect((await claimAll([endpoint])).map(({ id }) => id)).toEqual([changed?.id])
  })

  it("leases one delivery by id even if its endpoint is paused, but not while it is in flight", async () => {
    const endpoint = await freshEndpoint(await freshTeam(), { state: "paused_user" })
    const [made] = await freshDeliveries(endpoint)
    const other = await freshTeam()
    expect(await claimDelivery(other.id, made?.id ?? "")).toBeNull()
    expect(await claimDelivery(endpoint.team_id, made?.id ?? "")).toMatchObject({ id: made?.id, attempt_number: 1 })
    expect(await claimDelivery(endpoint.team_id, made?.id ?? "")).toBeNull()
  })
})
