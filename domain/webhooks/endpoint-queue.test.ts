import { beforeEach, describe, expect, it } from "vitest"
import { claim, claimDelivery } from "@/domain/deliveries/claim"
import { maxInFlightPerEndpoint } from "@/domain/deliveries/leased-delivery"
import { recordResults } from "@/domain/deliveries/record"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { responseWith } from "@/domain/deliveries/testing/outcomes"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { nextDueAt, repairQueue, wakeEndpoints } from "./endpoint-queue"

ownDatabase()
beforeEach(() => queryRows(sql`delete from webhook_endpoint`))
beforeEach(() => queryRows(sql`delete from webhook_delivery`))

const fresh = async (more = {}) => freshEndpoint(await freshTeam(), more)
async function queueRow({ id }: { id: string }) {
  const [row] = await queryRows<{ in_flight: string[]; next_due_at: string | null; is_active: boolean }>(
    sql`select in_flight, next_due_at, is_active from endpoint_queue where endpoint_id = ${id}`,
  )
  return row
}
const secondsUntilDue = async () => (Date.parse((await nextDueAt()) ?? "") - Date.now()) / 1_000
const idsOf = (leased: { id: string }[]) => leased.map(({ id }) => id)

describe("the row of an endpoint", () => {
  it("lists what is in flight until the result is recorded, and is deleted with the endpoint", async () => {
    const endpoint = await fresh()
    expect(await queueRow(endpoint)).toEqual({ in_flight: [], next_due_at: null, is_active: false })
    await freshDeliveries(endpoint, 2)
    const leased = await claim()
    expect(await queueRow(endpoint)).toEqual({ in_flight: idsOf(leased), next_due_at: null, is_active: true })
    await recordResults(leased.map((one) => ({ leased: one, outcome: responseWith(200), requestHeaders: {} })))
    expect((await queueRow(endpoint))?.in_flight).toEqual([])
    expect(await claim()).toEqual([])
    expect(await queueRow(endpoint)).toEqual({ in_flight: [], next_due_at: null, is_active: false })
    await queryRows(sql`delete from webhook_endpoint where id = ${endpoint.id}`)
    expect(await queueRow(endpoint)).toBeUndefined()
  })

  it("states when the endpoint is served next: when its next delivery is due, or when its throttle ends", async () => {
    await freshDeliveries(await fresh(), 1, { agoSeconds: -90 })
    expect(await claim()).toEqual([])
    expect(await secondsUntilDue()).toBeCloseTo(90, -1)
    await freshDeliveries(await fresh({ paused_until: new Date(Date.now() + 40_000) }))
    expect(await claim()).toEqual([])
    expect(await secondsUntilDue()).toBeCloseTo(40, -1)
  })

  it("includes a request that a user sent", async () => {
    const endpoint = await fresh({ is_fifo: true })
    const [first] = await freshDeliveries(endpoint, 2)
    const leased = await claimDelivery(endpoint.team_id, first?.id ?? "")
    expect(await claim()).toEqual([])
    expect((await queueRow(endpoint))?.in_flight).toEqual([leased?.id])
  })
})

describe("the repair of the queue", () => {
  it("finds a delivery whose notification was lost", async () => {
    const endpoint = await fresh()
    await freshDeliveries(endpoint)
    await queryRows(sql`update endpoint_queue set next_due_at = null where endpoint_id = ${endpoint.id}`)
    expect(await claim()).toEqual([])
    expect(await repairQueue()).toBe(1)
    expect(await claim()).toHaveLength(1)
    expect(await repairQueue()).toBe(0)
  })

  it("frees the slots of deliveries that are not leased any more", async () => {
    const endpoint = await fresh()
    await freshDeliveries(endpoint, 2 * maxInFlightPerEndpoint)
    const leased = await claim()
    await queryRows(
      sql`update webhook_delivery set state = 'succeeded', next_attempt_at = null where id = any(${idsOf(leased)})`,
    )
    expect(await claim()).toEqual([])
    expect(await repairQueue()).toBe(1)
    expect(await claim()).toHaveLength(maxInFlightPerEndpoint)
  })
})

it("an endpoint that was woken during a claim stays due, because the claim may not have seen the new delivery", async () => {
  const endpoint = await fresh()
  await freshDeliveries(endpoint)
  const claiming = claim()
  const waking = wakeEndpoints([endpoint.id])
  const [leased] = await Promise.all([claiming, waking])
  if (leased.length === 0) expect(await claim()).toHaveLength(1)
  await wakeEndpoints([endpoint.id])
  expect(await secondsUntilDue()).toBeLessThan(1)
})

it("a repair reads one delivery per endpoint, even before Postgres has statistics about a new backlog", async () => {
  const endpoints = 400
  const perEndpoint = 200
  const { id } = await freshTeam()
  await queryRows(sql`insert into webhook_endpoint (id, team_id, url, event_types, api_version)
    select 'ep_' || n, ${id}, 'https://receiver.example', array['*'], '2026-11-01' from generate_series(1, ${endpoints}) n`)
  // One statement for all would exceed the time limit of a statement on a slow machine.
  for (let message = 1; message <= perEndpoint; message += 20)
    await queryRows(sql`insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state, next_attempt_at)
      select 'dlv_' || n || '_' || m, ${id}, 'msg_' || m, 'ep_' || n, 'signal.created', 'pending', now() - interval '1 hour'
      from generate_series(1, ${endpoints}) n, generate_series(${message}::int, ${Math.min(message + 19, perEndpoint)}::int) m`)
  // Reading the whole backlog once per endpoint would exceed the time limit of a statement.
  expect(await repairQueue()).toBe(endpoints)
  expect(await repairQueue()).toBe(0)
})

it("a lease changes no index: no index of a delivery uses a column that a lease changes", async () => {
  const changed = /\b(state|lease_token|leased_until|attempt_id|last_attempt|updated_at)\b/
  const indexes = await queryRows<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where tablename = 'webhook_delivery'`,
  )
  expect(indexes.length).toBeGreaterThan(7)
  expect(indexes.filter(({ indexdef }) => changed.test(indexdef))).toEqual([])
})

describe("fairness between teams", () => {
  const endpointsPerTeam = 41

  /** Teams whose receivers hang: everything that a claim leases for them stays in flight. */
  async function slowTeams(count: number) {
    for (let team = 0; team < count; team++) {
      const owner = await freshTeam({ plan: "scale" })
      const endpoints = await Promise.all(Array.from({ length: endpointsPerTeam }, () => freshEndpoint(owner)))
      for (const endpoint of endpoints) await freshDeliveries(endpoint, maxInFlightPerEndpoint, { agoSeconds: 600 })
    }
  }

  it("a new event of a quiet team is in the next claim, beside ten teams with 41 endpoints that hang", async () => {
    await slowTeams(10)
    let inFlight = 0
    for (let leased = await claim(); leased.length > 0; leased = await claim()) inFlight += leased.length
    const perTeam = await queryRows<{ count: number }>(
      sql`select count(*)::int as count from webhook_delivery where state = 'leased' group by team_id`,
    )
    expect(inFlight).toBeGreaterThan(100)
    expect(Math.max(...perTeam.map(({ count }) => count))).toBeLessThanOrEqual(inFlight / 2)
    const quiet = await fresh()
    await freshDeliveries(quiet)
    expect((await claim()).map(({ endpoint_id }) => endpoint_id)).toEqual([quiet.id])
  })

  it("a claim of one delivery goes to the team without requests in flight", async () => {
    await slowTeams(2)
    await claim(50)
    const quiet = await fresh()
    await freshDeliveries(quiet, 3)
    expect((await claim(1)).map(({ endpoint_id }) => endpoint_id)).toEqual([quiet.id])
  })
})
