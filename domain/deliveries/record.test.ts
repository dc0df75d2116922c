import pg from "pg"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { processCounters } from "@/domain/kernel/process-counters"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { sql } from "@/prisma/client"
import { claim } from "./claim"
import { recordResults } from "./record"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { freshLease, internalError, leaseOf, noticesOf, recordOutcome, responseWith } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { attemptsOf, deliveriesOf, endpointRow, queryRows } from "./testing/rows-of"

ownDatabase()

const leaseLost = "a result arrived after its lease was lost; it is discarded"

const fresh = async (more = {}) => freshEndpoint(await freshTeam(), more)

/** Lets inserts of attempts fail as while Postgres shuts down, until `allowInserts` is called. */
async function failInserts() {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  onTestFinished(() => owner.end())
  // A rollback does not undo `nextval`, so it counts the tries.
  await owner.query(`
    create sequence tries;
    create function fail() returns trigger language plpgsql security definer as $$ begin
      perform nextval('tries'); raise exception 'shutdown' using errcode = '57P01'; end $$;
    create trigger fail before insert on webhook_attempt for each row execute function fail()`)
  return {
    countTries: async () => Number((await owner.query("select last_value from tries")).rows[0].last_value),
    allowInserts: () => owner.query("drop trigger fail on webhook_attempt"),
  }
}

describe("recording an attempt result", () => {
  it("ends a successful delivery and stores the request and the response", async () => {
    const endpoint = await fresh()
    const leased = await freshLease(endpoint)
    await recordOutcome(leased, responseWith(204, { responseBody: "a\0b\ud800", responseHeaders: { server: "x" } }))
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { state: "succeeded", attempts: 1, next_attempt_at: null, last_status: 204, last_error_code: null },
    ])
    expect((await deliveriesOf(endpoint))[0]?.ended_at).not.toBeNull()
    expect(await attemptsOf(endpoint)).toMatchObject([
      {
        id: leased.attempt_id,
        state: "succeeded",
        status: 204,
        total_ms: 6.5,
        remote_ip: "192.0.2.80",
        request_headers: { "webhook-id": leased.message_id },
        response_headers: { server: "x" },
        response_body: "a\ufffdb\ufffd",
      },
    ])
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 0, first_failure_at: null })
  })

  it("plans the next attempt by the schedule, and ends the delivery after the last one", async () => {
    const endpoint = await fresh({ retry_profile: "fast" })
    const [made] = await freshDeliveries(endpoint)
    for (const delay of [5, 30, 120, 600, 1800]) {
      await recordOutcome(await leaseOf(endpoint, made?.id ?? ""), responseWith(500))
      const [delivery] = await deliveriesOf(endpoint)
      expect(delivery).toMatchObject({
        state: "pending",
        last_status: 500,
        last_error_code: "http_5xx",
        ended_at: null,
      })
      expect(delivery?.due_in).toBeGreaterThan(delay - 1)
      expect(delivery?.due_in).toBeLessThanOrEqual(delay * 1.2)
    }
    await recordOutcome(await leaseOf(endpoint, made?.id ?? ""), responseWith(500))
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "exhausted", attempts: 6, next_attempt_at: null }])
  })

  it("does not count an internal error and retries in 30 s", async () => {
    const endpoint = await fresh({ retry_profile: "none" })
    const leased = await freshLease(endpoint)
    await recordOutcome(leased, internalError)
    const [delivery] = await deliveriesOf(endpoint)
    expect(delivery).toMatchObject({ state: "pending", attempts: 0, last_attempt: 1 })
    expect(delivery?.due_in).toBeCloseTo(30, 0)
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 0, first_failure_at: null })
    expect(await attemptsOf(endpoint)).toMatchObject([{ state: "failed", error_code: "internal" }])
  })

  it("changes nothing when another process has the lease, and logs a warning", async () => {
    const endpoint = await fresh()
    const late = await freshLease(endpoint)
    await queryRows(sql`update webhook_delivery set state = 'pending', lease_token = null where id = ${late.id}`)
    const now = await leaseOf(endpoint, late.id)
    const warn = vi.spyOn(log, "warn").mockReturnValue()
    await recordOutcome(late, responseWith(500))
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ delivery: late.id, attempt: late.attempt_id }),
      leaseLost,
    )
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "leased", attempts: 0 }])
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 0 })
    expect((await attemptsOf(endpoint)).map(({ state }) => state)).toEqual(["started"])
    await recordOutcome(now, responseWith(200))
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "succeeded", attempts: 1 }])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it("does not count a lost lease when a retry finds that the result is already stored", async () => {
    const endpoint = await fresh()
    const leased = await freshLease(endpoint)
    const { countTries, allowInserts } = await failInserts()
    const warn = vi.spyOn(log, "warn").mockReturnValue()
    const { leasesLost } = processCounters()
    const recordings = [1, 2].map(() => recordOutcome(leased, responseWith(200)))
    await expect.poll(countTries).toBeGreaterThanOrEqual(4)
    await allowInserts()
    await Promise.all(recordings)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "succeeded", attempts: 1 }])
    expect(processCounters().leasesLost).toBe(leasesLost)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ attempt: leased.attempt_id }),
      "a result was stored by an earlier try, or its lease was lost",
    )
  })

  it("writes a batch of successes except those whose lease was lost", async () => {
    const endpoint = await fresh()
    await recordOutcome(await freshLease(endpoint), responseWith(200))
    const late = await freshLease(endpoint)
    const other = await freshLease(endpoint)
    await queryRows(sql`update webhook_delivery set state = 'pending', lease_token = null where id = ${late.id}`)
    const now = await leaseOf(endpoint, late.id)
    const warn = vi.spyOn(log, "warn").mockReturnValue()
    await recordResults([late, other].map((leased) => ({ leased, outcome: responseWith(200), requestHeaders: {} })))
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempt: late.attempt_id }), leaseLost)
    expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual(["succeeded", "leased", "succeeded"])
    await recordOutcome(now, responseWith(200))
    expect((await attemptsOf(endpoint)).map(({ state }) => state)).toEqual(Array(3).fill("succeeded"))
  })

  it("cancels a delivery that the receiver aborts, without counting a failure of the endpoint", async () => {
    const endpoint = await fresh()
    await recordOutcome(await freshLease(endpoint), responseWith(500, { kind: "aborted", errorCode: "aborted" }))
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "cancelled", last_error_code: "aborted" }])
    expect(await endpointRow(endpoint)).toMatchObject({ state: "active", failure_count: 0 })
  })

  it("disables an endpoint after 410, holds its pending deliveries, and notifies the team and its other endpoints", async () => {
    const team = await freshTeam()
    const endpoint = await freshEndpoint(team, { description: "CRM" })
    const other = await freshEndpoint(team)
    const leased = await freshLease(endpoint)
    await freshDeliveries(endpoint, 3)
    await recordOutcome(leased, responseWith(410))
    expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual(["exhausted", "held", "held", "held"])
    expect(await endpointRow(endpoint)).toMatchObject({
      state: "disabled_gone",
      disabled_reason: expect.stringContaining("410"),
    })
    expect(await noticesOf(endpoint)).toEqual(["gone"])
    expect(await noticesOf(other)).toEqual([])
    expect(await deliveriesOf(other)).toMatchObject([{ state: "pending" }])
    const [message] = await queryRows<{ body: string }>(
      sql`select body from webhook_message where team_id = ${team.id} and type = 'endpoint.disabled'`,
    )
    expect(JSON.parse(message?.body ?? "").data.endpoint).toMatchObject({
      id: endpoint.id,
      description: "CRM",
      state: "disabled_gone",
    })
  })

  it("counts a delivery as succeeded when a 2xx response also disables the endpoint", async () => {
    const endpoint = await fresh()
    await recordOutcome(await freshLease(endpoint), responseWith(200, { kind: "gone", errorCode: "gone" }))
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "succeeded" }])
    expect(await endpointRow(endpoint)).toMatchObject({ state: "disabled_gone" })
  })

  it("throttles the whole endpoint after Retry-After, and waiting deliveries lose no attempt", async () => {
    for (const status of [429, 503]) {
      const endpoint = await fresh()
      const leased = await freshLease(endpoint)
      await freshDeliveries(endpoint, 2)
      await recordOutcome(leased, responseWith(status, { retryAfterSeconds: 300 }))
      expect((await endpointRow(endpoint)).paused_for).toBeCloseTo(300, 0)
      expect(await endpointRow(endpoint)).toMatchObject({ paused_by: "receiver" })
      expect((await deliveriesOf(endpoint))[0]?.due_in).toBeCloseTo(300, 0)
      expect((await claim()).filter(({ endpoint_id }) => endpoint_id === endpoint.id)).toEqual([])
      expect((await deliveriesOf(endpoint)).map(({ attempts }) => attempts)).toEqual([1, 0, 0])
      expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 1 })
    }
  })

  it("ends a manual resend at its first failure, unless retries were requested", async () => {
    const endpoint = await fresh()
    for (const [is_retried, state] of [
      [false, "exhausted"],
      [true, "pending"],
    ] as const) {
      const [made] = await freshDeliveries(endpoint)
      await queryRows(
        sql`update webhook_delivery set trigger = 'manual', is_retried = ${is_retried} where id = ${made?.id}`,
      )
      await recordOutcome(await leaseOf(endpoint, made?.id ?? ""), responseWith(500))
      const [delivery] = await queryRows<{ state: string; trigger: string }>(
        sql`select state, trigger from webhook_delivery where id = ${made?.id}`,
      )
      expect(delivery).toEqual({ state, trigger: "auto" })
    }
  })

  it("holds a failed delivery if its endpoint was paused or disabled meanwhile, and cancels it if deleted", async () => {
    for (const [endpointState, afterFailure] of [
      ["paused_user", "held"],
      ["disabled_auto", "held"],
      ["deleted", "cancelled"],
    ] as const) {
      const endpoint = await fresh()
      const leased = [await freshLease(endpoint), await freshLease(endpoint), await freshLease(endpoint)] as const
      await queryRows(sql`update webhook_endpoint set state = ${endpointState} where id = ${endpoint.id}`)
      await recordOutcome(leased[0], responseWith(500))
      await recordOutcome(leased[1], responseWith(200))
      await recordOutcome(leased[2], internalError)
      expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual([
        afterFailure,
        "succeeded",
        afterFailure,
      ])
      expect(await endpointRow(endpoint)).toMatchObject({ state: endpointState })
    }
  })

  it("writes the other results when the database rejects one", async () => {
    const endpoint = await fresh()
    const one = await freshLease(endpoint)
    const refused = await freshLease(endpoint)
    const other = await freshLease(endpoint)
    const error = vi.spyOn(log, "error").mockReturnValue()
    await recordResults(
      [one, refused, other].map((leased) => ({
        leased,
        outcome: responseWith(leased === refused ? 99_999 : 200),
        requestHeaders: {},
      })),
    )
    expect((await deliveriesOf(endpoint)).map(({ state }) => state)).toEqual(["succeeded", "leased", "succeeded"])
    expect(error).toHaveBeenCalledTimes(1)
  })
})

describe("a FIFO endpoint", () => {
  it("waits for a delivery that must be retried, which stays first in line", async () => {
    const endpoint = await fresh({ is_fifo: true })
    const [first] = await freshDeliveries(endpoint, 3)
    await recordOutcome(await leaseOf(endpoint, first?.id ?? ""), responseWith(500))
    expect(await claim()).toEqual([])
    expect((await endpointRow(endpoint)).paused_for).toBeGreaterThan(4)
    expect(await endpointRow(endpoint)).toMatchObject({ paused_by: "order" })
    await queryRows(sql`update webhook_endpoint set paused_until = now() - interval '1 s' where id = ${endpoint.id}`)
    await wakeEndpoints([endpoint.id])
    expect(await claim()).toMatchObject([{ id: first?.id, attempt_number: 2 }])
  })

  it("waits at most an hour for a delivery that keeps failing", async () => {
    const endpoint = await fresh({ is_fifo: true })
    const [first, second] = await freshDeliveries(endpoint, 3)
    await recordOutcome(await leaseOf(endpoint, first?.id ?? ""), responseWith(500))
    const retried = await leaseOf(endpoint, first?.id ?? "")
    await queryRows(
      sql`update webhook_attempt set started_at = started_at - interval '50 min' where delivery_id = ${first?.id}`,
    )
    await queryRows(sql`update webhook_delivery set attempts = 4 where id = ${first?.id}`)
    await recordOutcome({ ...retried, attempts_counted: 4 }, responseWith(500)) // the next attempt is in five hours
    expect((await endpointRow(endpoint)).paused_for).toBeCloseTo(600, -1)
    expect((await deliveriesOf(endpoint))[0]?.due_in).toBeGreaterThan(5 * 3600 - 60)
    await queryRows(sql`update webhook_endpoint set paused_until = now() - interval '1 s' where id = ${endpoint.id}`)
    await wakeEndpoints([endpoint.id])
    expect(await claim()).toMatchObject([{ id: second?.id }])
  })
})
