import { describe, expect, it } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { claim } from "./claim"
import { freshDeliveries } from "./testing/fresh-deliveries"
import {
  freshLease,
  letHoursPass,
  noticesOf,
  recordOutcome,
  recordOutcomes,
  responseWith,
  timedOut,
} from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { deliveriesOf, endpointRow } from "./testing/rows-of"

ownDatabase()

const fresh = async (more = {}) => freshEndpoint(await freshTeam(), more)

describe("the streak of failures", () => {
  it("starts with a failure and ends with any success", async () => {
    const endpoint = await fresh()
    await recordOutcomes(endpoint, responseWith(500), responseWith(404), timedOut)
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 3, first_failure_at: expect.any(String) })
    await recordOutcomes(endpoint, responseWith(200))
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 0, first_failure_at: null })
  })

  it("disables an endpoint at the first failure after 120 h, and notifies once after 24 h, after 72 h and when disabling", async () => {
    const endpoint = await fresh()
    const everyHours = 4
    for (let hours = 0; hours < 120; hours += everyHours) {
      await recordOutcomes(endpoint, responseWith(404))
      expect({ hours, state: (await endpointRow(endpoint)).state }).toEqual({ hours, state: "active" })
      const notified = [...(hours >= 24 ? ["failing_24h"] : []), ...(hours >= 72 ? ["failing_72h"] : [])]
      expect({ hours, notices: await noticesOf(endpoint) }).toEqual({ hours, notices: notified })
      await letHoursPass(endpoint, everyHours)
    }
    const waiting = await freshLease(endpoint)
    await recordOutcomes(endpoint, responseWith(404))
    const row = await endpointRow(endpoint)
    expect(row).toMatchObject({ state: "disabled_auto", failure_count: 31 })
    expect(row.disabled_reason).toMatch(
      /^31 attempts have failed since .* UTC, and none succeeded\. Last error: The receiver rejected the request \(status 404\)\.$/,
    )
    expect(await noticesOf(endpoint)).toEqual(["failing_24h", "failing_72h", "disabled"])
    await recordOutcome(waiting, responseWith(404))
    expect(await noticesOf(endpoint)).toEqual(["failing_24h", "failing_72h", "disabled"])
    expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["held"]))
  })

  it("disables an endpoint after 120 hours without a success, and not within the hour before", async () => {
    const endpoint = await fresh()
    const stateAfter = async (hours: number) => {
      await letHoursPass(endpoint, hours)
      await recordOutcomes(endpoint, responseWith(404))
      return (await endpointRow(endpoint)).state
    }
    for (const hours of [0, 30, 30, 30, 29.5]) expect(await stateAfter(hours)).toBe("active")
    expect(await stateAfter(0.6)).toBe("disabled_auto")
  })

  it("does not disable an endpoint that rejects one message and accepts all others", async () => {
    const endpoint = await fresh()
    for (let day = 0; day < 14; day++) {
      await recordOutcomes(endpoint, responseWith(500), responseWith(200), responseWith(500))
      await letHoursPass(endpoint, 24)
    }
    expect(await endpointRow(endpoint)).toMatchObject({ state: "active", failure_count: 1 })
    expect(new Set(await noticesOf(endpoint))).toEqual(new Set(["failing_24h", "recovered"]))
  })

  it("does not disable an endpoint after four failures, even if they span more than 120 h", async () => {
    const endpoint = await fresh()
    await recordOutcomes(endpoint, responseWith(500), responseWith(500), responseWith(500))
    await letHoursPass(endpoint, 200)
    await recordOutcomes(endpoint, responseWith(500))
    expect(await endpointRow(endpoint)).toMatchObject({ state: "active", failure_count: 4 })
    expect(await noticesOf(endpoint)).toEqual(["failing_72h"])
    await recordOutcomes(endpoint, responseWith(500))
    expect(await endpointRow(endpoint)).toMatchObject({ state: "disabled_auto" })
  })

  it("notifies once per streak that the URL points to an address that is not allowed", async () => {
    const endpoint = await fresh()
    const blocked = { ...timedOut, errorCode: "address_blocked" as const }
    await recordOutcomes(endpoint, blocked, blocked)
    expect(await noticesOf(endpoint)).toEqual(["address_blocked"])
    await recordOutcomes(endpoint, responseWith(200), blocked)
    expect(await noticesOf(endpoint)).toEqual(["address_blocked", "address_blocked"])
  })

  it("does not notify about a test event to an address that is not allowed, whose sender sees the result", async () => {
    const endpoint = await fresh()
    const test = { ...(await freshLease(endpoint)), trigger: "test" as const }
    await recordOutcome(test, { ...timedOut, errorCode: "address_blocked" })
    expect(await noticesOf(endpoint)).toEqual([])
  })
})

describe("the circuit breaker", () => {
  const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one)

  it("pauses an endpoint for 30 s when 7 of its last 10 requests failed", async () => {
    const endpoint = await fresh()
    await recordOutcomes(endpoint, ...many(3, responseWith(200)), ...many(6, timedOut))
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 0, paused_for: null })
    await recordOutcomes(endpoint, responseWith(502))
    const row = await endpointRow(endpoint)
    expect(row).toMatchObject({ breaker_openings: 1, state: "active", paused_by: "breaker" })
    expect(row.paused_for).toBeCloseTo(30, 0)
  })

  it("stays closed for refusals, for aborted messages, for fewer failures, and for failures of long ago", async () => {
    const refusing = await fresh()
    const aborting = await fresh()
    const half = await fresh()
    const past = await fresh()
    await recordOutcomes(refusing, ...many(12, responseWith(400)))
    await recordOutcomes(aborting, ...many(9, responseWith(500, { kind: "aborted", errorCode: "aborted" })), timedOut)
    await recordOutcomes(half, ...many(4, responseWith(200)), ...many(9, responseWith(500)))
    await recordOutcomes(past, ...many(9, responseWith(500)))
    await letHoursPass(past, 0.1)
    await recordOutcomes(past, ...many(2, responseWith(500)))
    for (const endpoint of [refusing, aborting, half, past])
      expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 0 })
  })

  it("sends one probe after the pause, doubles the pause up to 15 min, and closes after a success", async () => {
    const endpoint = await fresh()
    // The retries of the tests above become due while this one runs.
    const ours = async () => (await claim()).filter(({ endpoint_id }) => endpoint_id === endpoint.id)
    const stragglers = [await freshLease(endpoint), await freshLease(endpoint)]
    await recordOutcomes(endpoint, ...many(10, timedOut))
    for (const straggler of stragglers) await recordOutcome(straggler, timedOut)
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 1 })
    await freshDeliveries(endpoint, 20)
    for (const seconds of [60, 120, 240, 480, 900, 900]) {
      expect(await ours()).toEqual([])
      await letHoursPass(endpoint, 1)
      const probes = await ours()
      expect(probes).toMatchObject([{ trigger: "probe", endpoint_id: endpoint.id }])
      await recordOutcome(probes[0] as (typeof probes)[0], responseWith(500))
      expect((await endpointRow(endpoint)).paused_for).toBeCloseTo(seconds, -1)
    }
    await letHoursPass(endpoint, 1)
    const [probe] = await ours()
    await recordOutcome(probe as NonNullable<typeof probe>, responseWith(200))
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 0, paused_for: null, failure_count: 0 })
    expect(await ours()).toHaveLength(5)
  })

  it("sends the next probe without a pause when the receiver refuses a probe, which a pause would not help", async () => {
    const endpoint = await fresh()
    const ours = async () => (await claim()).filter(({ endpoint_id }) => endpoint_id === endpoint.id)
    await recordOutcomes(endpoint, ...many(10, timedOut))
    await freshDeliveries(endpoint, 2)
    await letHoursPass(endpoint, 1)
    const [probe] = await ours()
    await recordOutcome(probe as NonNullable<typeof probe>, responseWith(404))
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 1 })
    expect((await endpointRow(endpoint)).paused_for).toBeLessThan(0)
    expect(await ours()).toMatchObject([{ trigger: "probe" }])
  })
})
