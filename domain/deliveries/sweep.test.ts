import { describe, expect, it } from "vitest"
import { batchSize } from "@/domain/kernel/repeat-in-batches"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { claim } from "./claim"
import { expireHeldDeliveries, sweep } from "./sweep"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { freshLease, leaseOf, recordOutcome, responseWith } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { attemptsOf, deliveriesOf, queryRows } from "./testing/rows-of"

ownDatabase()

const fresh = async (more = {}) => freshEndpoint(await freshTeam(), more)
const leaseEnds = (endpoint: { id: string }) =>
  queryRows(
    sql`update webhook_delivery set leased_until = now() - interval '1 s' where endpoint_id = ${endpoint.id} and state = 'leased'`,
  )

describe("the sweep", () => {
  it("returns deliveries of a killed process to the queue and counts the request, which may have arrived", async () => {
    const endpoint = await fresh()
    const leased = await freshLease(endpoint)
    expect(await sweep()).toMatchObject({ released: 0, stopped: 0 })
    await leaseEnds(endpoint)
    expect(await sweep()).toMatchObject({ released: 1, stopped: 0 })
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "pending", attempts: 1, last_attempt: 1 }])
    const { attempt_id, url } = leased
    expect(await attemptsOf(endpoint)).toMatchObject([{ state: "unknown", id: attempt_id, number: 1, url }])
    expect(await claim()).toMatchObject([{ id: leased.id, attempts_counted: 1, attempt_number: 2 }])
  })

  it("allows one more attempt after the last one, which may not have arrived", async () => {
    const endpoint = await fresh({ retry_profile: "none" })
    const leased = await freshLease(endpoint)
    await leaseEnds(endpoint)
    await sweep()
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "pending", attempts: 0 }])
    await recordOutcome(await leaseOf(endpoint, leased.id), responseWith(500))
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "exhausted", attempts: 1 }])
  })

  it("abandons a message whose sender crashed 50 times", async () => {
    const endpoint = await fresh()
    const leased = await freshLease(endpoint)
    await queryRows(sql`update webhook_delivery set last_attempt = 50 where id = ${leased.id}`)
    await leaseEnds(endpoint)
    await sweep()
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { state: "exhausted", next_attempt_at: null, ended_at: expect.any(String) },
    ])
  })

  it("holds a leased delivery if its endpoint is paused or disabled by now, and cancels it if deleted", async () => {
    for (const [state, lands] of [
      ["paused_user", "held"],
      ["disabled_gone", "held"],
      ["deleted", "cancelled"],
    ]) {
      const endpoint = await fresh()
      await freshLease(endpoint)
      await leaseEnds(endpoint)
      await queryRows(sql`update webhook_endpoint set state = ${state} where id = ${endpoint.id}`)
      await sweep()
      expect(await deliveriesOf(endpoint)).toMatchObject([{ state: lands, next_attempt_at: null }])
    }
  })

  it("holds or cancels deliveries published while their endpoint closed, except manual ones", async () => {
    const paused = await fresh({ state: "paused_user" })
    const deleted = await fresh({ state: "deleted" })
    const unpaid = await freshEndpoint(await freshTeam({ plan: "free" }))
    for (const endpoint of [paused, deleted, unpaid]) await freshDeliveries(endpoint, 2)
    const [asked] = await freshDeliveries(paused)
    await queryRows(sql`update webhook_delivery set trigger = 'manual' where id = ${asked?.id}`)
    expect(await sweep()).toMatchObject({ released: 0, stopped: 6 })
    expect((await deliveriesOf(paused)).map(({ state }) => state)).toEqual(["held", "held", "pending"])
    expect((await deliveriesOf(deleted)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"])
    expect((await deliveriesOf(unpaid)).map(({ state }) => state)).toEqual(["held", "held"])
    expect(await claim()).toMatchObject([{ id: asked?.id, trigger: "manual" }])
  })

  it("also holds deliveries behind a full batch of manual ones", async () => {
    const paused = await fresh({ state: "paused_user" })
    await freshDeliveries(paused, batchSize, { agoSeconds: 60 })
    await queryRows(sql`update webhook_delivery set trigger = 'manual' where endpoint_id = ${paused.id}`)
    await freshDeliveries(paused)
    expect(await sweep()).toMatchObject({ stopped: 1 })
  })
})

it("expires held deliveries that were created more than 30 days ago", async () => {
  const endpoint = await fresh({ state: "paused_user" })
  const [old] = await freshDeliveries(endpoint, 2, { state: "held" })
  await queryRows(
    sql`update webhook_delivery set created_at = created_at - interval '30 days 1 minute' where id = ${old?.id}`,
  )
  expect(await expireHeldDeliveries()).toBe(1)
  expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual(["expired", "held"])
  expect(await expireHeldDeliveries()).toBe(0)
})
