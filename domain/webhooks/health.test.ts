import { describe, expect, it } from "vitest"
import { internalError, recordOutcomes, responseWith } from "@/domain/deliveries/testing/outcomes"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { getWebhook } from "./get"
import { listWebhooks } from "./list"

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const formatted = (moment: Date) => `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`

async function healthOf(team: TeamFacts, webhook_id: string) {
  const { data } = await run(getWebhook, asPerson(team), { webhook_id })
  const [listed] = (await run(listWebhooks, asPerson(team), {})).data
  expect(listed).toEqual(data)
  return [data.health, data.why]
}

describe("the health of an endpoint", () => {
  const since = inMinutes(-90)
  const streak = (failure_count: number) => ({ failure_count, first_failure_at: since, last_failure_at: since })

  it("is active while it delivers, even after one or two failures", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { last_success_at: since, ...streak(2) })
    await freshAttempt(team, id, {
      state: "failed",
      status: 503,
      error_code: "http_5xx",
      started_at: since,
      ended_at: since,
    })
    expect(await healthOf(team, id)).toEqual([
      "active",
      "Delivering. 2 attempts have failed since the last success. Last error: The receiver returned a server error (status 503).",
    ])
  })

  it("gives the error of the first failure, and leaves out tests, aborted messages and errors on our side", async () => {
    const team = await freshTeam()
    const endpoint = await freshEndpoint(team)
    await recordOutcomes(endpoint, responseWith(503))
    const [, why] = await healthOf(team, endpoint.id)
    const error = "Last error: The receiver returned a server error (status 503)."
    expect(why).toBe(`Delivering. 1 attempt has failed since the last success. ${error}`)
    await recordOutcomes(endpoint, responseWith(500, { kind: "aborted", errorCode: "aborted" }), internalError)
    const now = new Date()
    await freshAttempt(team, endpoint.id, {
      trigger: "test",
      state: "failed",
      status: 404,
      error_code: "http_4xx",
      started_at: now,
      ended_at: now,
    })
    expect(await healthOf(team, endpoint.id)).toEqual(["active", why])
  })

  it("includes the time of the last success", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { last_success_at: since })
    expect(await healthOf(team, id)).toEqual(["active", `Delivering. Last success: ${formatted(since)}.`])
  })

  it("is failing from the third failure without a success", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, streak(3))
    await freshAttempt(team, id, {
      state: "failed",
      status: null,
      error_code: "timeout_first_byte",
      started_at: inMinutes(-80),
      ended_at: inMinutes(-80),
    })
    await freshAttempt(team, id, {
      state: "failed",
      status: null,
      error_code: "connection_refused",
      started_at: inMinutes(-5),
      ended_at: inMinutes(-5),
    })
    expect(await healthOf(team, id)).toEqual([
      "failing",
      `3 attempts have failed since ${formatted(since)}, and none succeeded. Last error: The receiver's host refused the connection. The webhook is disabled after five days without a success.`,
    ])
  })

  it("is throttled until a known time, and gives the reason", async () => {
    const team = await freshTeam()
    const until = inMinutes(5)
    const { id } = await freshWebhook(team, { paused_until: until, ...streak(3) })
    expect(await healthOf(team, id)).toEqual([
      "throttled",
      `The receiver asked us to wait until ${formatted(until)}. Queued events are kept.`,
    ])
    const other = await freshTeam()
    const { id: broken } = await freshWebhook(other, { paused_until: until, breaker_openings: 1 })
    expect((await healthOf(other, broken))[1]).toContain(
      `Deliveries are paused until ${formatted(until)}, then we send one test request.`,
    )
    const third = await freshTeam()
    const { id: over } = await freshWebhook(third, { paused_until: inMinutes(-1), breaker_openings: 1 })
    expect((await healthOf(third, over))[0]).toBe("active")
  })

  it("distinguishes a receiver that asked to wait, an open breaker and the order of events", async () => {
    const team = await freshTeam({ plan: "agency" })
    const until = inMinutes(5)
    const why = async (paused_by: string, breaker_openings = 0) => {
      const { id } = await freshWebhook(team, { paused_until: until, paused_by, breaker_openings, is_fifo: true })
      const { data } = await run(getWebhook, asPerson(team), { webhook_id: id })
      return data.why
    }
    expect(await why("receiver", 1)).toContain(`The receiver asked us to wait until ${formatted(until)}.`)
    expect(await why("breaker", 1)).toContain("Most recent requests failed.")
    expect(await why("order")).toBe(
      `The first event failed and will be retried. Later events wait until ${formatted(until)}, because this webhook gets events in order. Queued events are kept.`,
    )
  })

  it("is paused after a manual pause, with the number of held events", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "paused_user" })
    expect(await healthOf(team, id)).toEqual(["paused", "Paused manually. New events are held."])
    await freshDelivery(team, id, { state: "held" })
    expect(await healthOf(team, id)).toEqual(["paused", "Paused manually. 1 event is held."])
  })

  it("is disabled, with the reason", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const disabled_reason = "The receiver answered 410"
    const { id } = await freshWebhook(team, { state: "disabled_gone", disabled_reason })
    await freshDelivery(team, id, { state: "held" })
    await freshDelivery(team, id, { state: "held" })
    expect(await healthOf(team, id)).toEqual(["disabled", "Disabled: The receiver answered 410. 2 events are held."])
    const { id: auto } = await freshWebhook(other, { state: "disabled_auto" })
    expect((await healthOf(other, auto))[1]).toContain("All attempts of the last five days failed")
  })

  it("is paused while the plan has no webhooks", async () => {
    const team = await freshTeam({ plan: "free" })
    const { id } = await freshWebhook(team)
    expect(await healthOf(team, id)).toEqual([
      "paused",
      "The team's plan does not include webhooks. New events are held.",
    ])
  })

  it("comes with the counts of pending, in-flight and held deliveries, without ended ones", async () => {
    const team = await freshTeam()
    const [{ id }, other] = [await freshWebhook(team), await freshWebhook(team)]
    for (const state of ["pending", "pending", "leased", "held", "succeeded", "cancelled", "exhausted", "expired"])
      await freshDelivery(team, id, { state })
    await freshDelivery(team, other.id)
    const { data } = await run(getWebhook, asPerson(team), { webhook_id: id })
    expect(data.counts).toEqual({ pending: 2, in_flight: 1, held: 1, scheduled: 0 })
  })

  it("decides which endpoints the needs_attention filter returns", async () => {
    const team = await freshTeam()
    const states = [{}, streak(2), { state: "paused_user", ...streak(9) }] as const
    for (const fine of states) await freshWebhook(team, fine)
    expect(await needingAttention(team)).toEqual([])
    const { id: failing } = await freshWebhook(team, streak(3))
    const { id: waiting } = await freshWebhook(team, { paused_until: inMinutes(5), breaker_openings: 1, ...streak(12) })
    const { id: gone } = await freshWebhook(team, { state: "disabled_gone" })
    const { id: auto } = await freshWebhook(team, { state: "disabled_auto", ...streak(9) })
    expect(await needingAttention(team)).toEqual([auto, gone, waiting, failing])
  })
})

const needingAttention = async (team: TeamFacts) =>
  (await run(listWebhooks, asPerson(team, "viewer"), { needs_attention: true })).data.map(({ id }) => id)
