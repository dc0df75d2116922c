import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt } from "@/domain/testing/webhook"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { getDelivery } from "./get"
import { loggedDeliveries } from "./testing/logged"
import { leaseOf } from "./testing/outcomes"

async function setup(more: object = {}, endpoint: object = {}) {
  const team = await freshTeam()
  const made = await freshEndpoint(team, endpoint)
  const [{ id, message_id }] = (await loggedDeliveries(made, 1, more)) as [{ id: string; message_id: string }]
  const get = async () => (await run(getDelivery, asPerson(team, "viewer"), { delivery_id: id } as never)).data
  return { team, endpoint: made, id, message_id, get }
}

describe("getting a delivery", () => {
  it("returns the exact message body, and each attempt with its response, its timings and its error sentence", async () => {
    const { team, endpoint, id, message_id, get } = await setup({ state: "pending", status: 503, error: "http_5xx" })
    const times = { dns_ms: 1, connect_ms: 2, tls_ms: 3, first_byte_ms: 40, total_ms: 50 }
    const seen = { request_headers: { "webhook-id": message_id }, response_body: "away", error_code: "http_5xx" }
    await freshAttempt(team, endpoint.id, {
      delivery_id: id,
      number: 1,
      state: "failed",
      status: 503,
      ...times,
      ...seen,
    })
    const { attempt_id } = await leaseOf(endpoint, id)
    const { message, attempts } = await get()
    expect(JSON.parse(message?.body ?? "")).toMatchObject({ id: message_id, seq: message?.seq })
    expect(message).toMatchObject({ bytes: Buffer.byteLength(message?.body ?? ""), expunged_at: null, is_test: false })
    expect(attempts.map(({ number }) => number)).toEqual([2, 1])
    expect(attempts[1]).toMatchObject({
      timings_ms: { dns: 1, connect: 2, tls: 3, waiting: 40, download: 4, total: 50 },
      error: { code: "http_5xx", detail: "The receiver returned a server error (status 503)." },
      request_headers: { "webhook-id": message_id },
      response_body: "away",
    })
    const underWay = { id: attempt_id, state: "started", url: endpoint.url, ended_at: null, error: null }
    expect(attempts[0]).toMatchObject({ ...underWay, timings_ms: { waiting: null, download: null } })
  })

  it("returns the planned attempts until the end of the schedule", async () => {
    const { get } = await setup({ state: "pending", status: 500, attempts: 3 }, { retry_profile: "fast" })
    const { schedule, next_attempt_at } = await get()
    const start = Date.parse(next_attempt_at ?? "")
    expect(schedule).toEqual(
      [0, 600, 2_400].map((after, i) => ({ attempt: 4 + i, at: new Date(start + after * 1_000).toISOString() })),
    )
  })

  it("plans no attempt before the end of the endpoint's throttle, except one that a user requested", async () => {
    const paused_until = new Date(Date.now() + 600_000)
    const { id, get } = await setup({ state: "pending" }, { retry_profile: "fast", is_fifo: true, paused_until })
    const { schedule, next_attempt_at } = await get()
    expect(schedule[0]).toEqual({ attempt: 2, at: paused_until.toISOString() })
    await acrossTeams(() => rows(sql`update webhook_delivery set trigger = 'manual' where id = ${id}`))
    expect((await get()).schedule[0]?.at).toBe(next_attempt_at)
  })

  it("plans one attempt after a manual resend, and none for a delivery that has ended", async () => {
    const { id, get } = await setup({ state: "pending", attempts: 1 })
    await acrossTeams(() => rows(sql`update webhook_delivery set is_retried = false where id = ${id}`))
    expect((await get()).schedule).toHaveLength(1)
    for (const state of ["succeeded", "exhausted", "held"])
      expect((await (await setup({ state })).get()).schedule).toEqual([])
  })

  it("reports omitted attempts when there are more than 50", async () => {
    const { team, endpoint, id } = await setup({ attempts: 53 })
    for (let number = 1; number <= 53; number++) await freshAttempt(team, endpoint.id, { delivery_id: id, number })
    const { data, meta } = await run(getDelivery, asPerson(team), { delivery_id: id } as never)
    expect(data.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => 53 - i))
    expect(meta.truncation).toEqual({ reason: "row_limit", limit: 50, omitted: 3, scope: "data.attempts" })
  })

  it("still works when the message is past its retention or the endpoint is deleted", async () => {
    const { id, message_id, endpoint, get } = await setup()
    await acrossTeams(() => rows(sql`delete from webhook_message where id = ${message_id}`))
    await acrossTeams(() => rows(sql`update webhook_endpoint set deleted_at = now() where id = ${endpoint.id}`))
    expect(await get()).toMatchObject({ id, message: null, endpoint: { is_deleted: true } })
  })

  it("returns not found to another team", async () => {
    const { id } = await setup()
    const stranger = asPerson(await freshTeam())
    for (const delivery_id of [id, newId("delivery")])
      await expect(run(getDelivery, stranger, { delivery_id } as never)).rejects.toMatchObject({
        code: "resource_not_found",
        message: "Your team has no delivery with this ID.",
      })
  })
})
