import pg from "pg"
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import {
  createLeaseToken,
  markProcessLockLost,
  ownProcessNumber,
  processLockClass,
  takeProcessLock,
} from "@/domain/kernel/process-lock"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { claim } from "./claim"
import { absentDeliveryProcesses, expireAbandonedDeliveryLeases } from "./expire-abandoned-leases"
import { attemptsInFlight } from "./loop-state"
import { freshLease, recordOutcome, responseWith } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { attemptsOf, deliveriesOf, queryRows } from "./testing/rows-of"

ownDatabase()
beforeAll(() => void vi.spyOn(log, "warn").mockReturnValue())
afterEach(() => queryRows(sql`delete from webhook_delivery`))

async function session() {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  const close = () => client.end()
  onTestFinished(close)
  return { client, close }
}

/** Leases a delivery for the process with this number. */
async function leasedBy(number: number) {
  const endpoint = await freshEndpoint(await freshTeam())
  const { id } = await freshLease(endpoint)
  await queryRows(sql`update webhook_delivery set lease_token = ${createLeaseToken(number)}::uuid where id = ${id}`)
  return endpoint
}

/** Holds the lock like a living process with this number. */
async function live(number: number) {
  const { client, close } = await session()
  await client.query("select pg_advisory_lock($1, $2)", [processLockClass, number])
  return close
}

describe("the leases of a process", () => {
  it("are released when the process has ended: the request counts, and the delivery is due now", async () => {
    const endpoint = await leasedBy(101)
    expect(await absentDeliveryProcesses()).toEqual([101])
    expect(await expireAbandonedDeliveryLeases([101])).toBe(1)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "pending", attempts: 1, last_attempt: 1 }])
    expect(await attemptsOf(endpoint)).toMatchObject([{ state: "unknown" }])
    expect(await claim()).toMatchObject([{ endpoint_id: endpoint.id, attempt_number: 2 }])
  })

  it("stay while the process lives, and when it has returned since the last check", async () => {
    const endpoint = await leasedBy(102)
    const end = await live(102)
    expect(await absentDeliveryProcesses()).toEqual([])
    expect(await expireAbandonedDeliveryLeases([102])).toBe(0)
    await end()
    await vi.waitUntil(async () => (await absentDeliveryProcesses()).includes(102), longWait)
    await live(102)
    expect(await expireAbandonedDeliveryLeases([102])).toBe(0)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "leased" }])
  })

  it("stay when the lease names no process, and when the process is this one", async () => {
    const endpoints = [await leasedBy(0), await leasedBy(ownProcessNumber())]
    expect(await absentDeliveryProcesses()).toEqual([])
    for (const endpoint of endpoints) expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "leased" }])
  })

  it("are released without those of another process, even if another database has a lock with the same number", async () => {
    const gone = await leasedBy(103)
    const living = await leasedBy(104)
    await live(104)
    const elsewhere = new URL(process.env["DATABASE_URL"] ?? "")
    elsewhere.pathname = "/postgres"
    const other = new pg.Client({ connectionString: elsewhere.href })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query("select pg_advisory_lock($1, 103)", [processLockClass])
    expect(await expireAbandonedDeliveryLeases([103, 104])).toBe(1)
    expect(await deliveriesOf(gone)).toMatchObject([{ state: "pending" }])
    expect(await deliveriesOf(living)).toMatchObject([{ state: "leased" }])
  })
})

describe("under a living process", () => {
  it("a check releases a lease whose claim was lost in a Postgres crash, and no lease that this process works on", async () => {
    const { client, close } = await session()
    expect(await takeProcessLock(client)).toBe(true)
    onTestFinished(markProcessLockLost)
    const endpoint = await freshEndpoint(await freshTeam())
    const known = await freshLease(endpoint)
    const lost = await freshLease(endpoint)
    attemptsInFlight().delete(lost.attempt_id) // the response to its claim never arrived
    expect(await expireAbandonedDeliveryLeases([])).toBe(1)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "leased" }, { state: "pending", attempts: 1 }])
    expect(await claim()).toMatchObject([{ id: lost.id, attempt_number: 2 }])
    await recordOutcome(known, responseWith(200))
    await close()
  })

  it("a check does not release a lease that is claimed while the check waits for Postgres", async () => {
    const [{ client, close }, blocker] = [await session(), await session()]
    expect(await takeProcessLock(client)).toBe(true)
    onTestFinished(markProcessLockLost)
    const endpoint = await freshEndpoint(await freshTeam())
    const { attempt_id } = await freshLease(endpoint)
    attemptsInFlight().delete(attempt_id) // not claimed yet
    await blocker.client.query("begin; lock table webhook_delivery in access exclusive mode")
    const released = expireAbandonedDeliveryLeases([])
    const waiting = "select 1 from pg_locks where relation = 'webhook_delivery'::regclass and not granted"
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
    attemptsInFlight().add(attempt_id) // the claim starts, and is committed before the check sees the table
    await blocker.client.query("commit")
    expect(await released).toBe(0)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "leased" }])
    attemptsInFlight().delete(attempt_id)
    await close()
  })
})

it("a check makes deliveries due whose lease expired during an outage, without waiting for the sweep", async () => {
  const endpoint = await freshEndpoint(await freshTeam())
  const { id } = await freshLease(endpoint)
  await queryRows(sql`update webhook_delivery set leased_until = now() - interval '1 s' where id = ${id}`)
  await expireAbandonedDeliveryLeases([])
  expect(await claim()).toMatchObject([{ id, attempt_number: 2 }])
})

describe("a process", () => {
  const numberOf = (token: string) => Number.parseInt(token.slice(0, 8), 16)

  it("puts its number into leases only while other processes can see that it is alive", async () => {
    expect(numberOf(createLeaseToken())).toBe(0)
    const { client, close } = await session()
    expect(await takeProcessLock(client)).toBe(true)
    const endpoint = await freshEndpoint(await freshTeam())
    expect(numberOf((await freshLease(endpoint)).lease_token)).toBe(ownProcessNumber())
    markProcessLockLost()
    await close()
    expect(numberOf((await freshLease(endpoint)).lease_token)).toBe(0)
  })

  it("waits for its previous session to close before it puts its number into leases again", async () => {
    const last = await session()
    const next = await session()
    expect(await takeProcessLock(last.client)).toBe(true)
    markProcessLockLost()
    expect(await takeProcessLock(next.client)).toBe(false)
    expect(numberOf(createLeaseToken())).toBe(0)
    await last.close()
    await vi.waitUntil(() => takeProcessLock(next.client), longWait)
    expect(numberOf(createLeaseToken())).toBe(ownProcessNumber())
    markProcessLockLost()
  })
})
