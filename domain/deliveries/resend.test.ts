import { describe, expect, it, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { receiver } from "@/domain/testing/receiver"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { repairQueue } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { makeAttempt } from "./attempt"
import { claim } from "./claim"
import { getDelivery } from "./get"
import { resendDelivery } from "./resend"
import { loggedDeliveries } from "./testing/logged"
import { ownDatabase } from "./testing/own-database"

ownDatabase()
vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")

async function setup(more: object = {}, endpoint: object = {}) {
  const team = await freshTeam()
  const { id: endpoint_id } = await freshWebhook(team, endpoint)
  const [{ id, message_id }] = (await loggedDeliveries({ id: endpoint_id, team_id: team.id }, 1, more)) as [
    { id: string; message_id: string },
  ]
  const resend = async (input: object = {}, role: "admin" | "member" = "admin") =>
    (await run(resendDelivery, asPerson(team, role), { delivery_id: id, ...input } as never)).data
  const get = async () => (await run(getDelivery, asPerson(team), { delivery_id: id } as never)).data
  return { team, endpoint_id, id, message_id, resend, get }
}
const change = (statement: ReturnType<typeof sql>) => acrossTeams(() => rows(statement))

async function work() {
  await repairQueue()
  for (const leased of await claim()) await makeAttempt(leased)
}

describe("resending a delivery", () => {
  it("sends the same bytes with the same webhook-id, once, and is audited", async () => {
    const there = await receiver()
    const { team, endpoint_id, message_id, id, resend, get } = await setup({}, { url: there.url })
    const before = await get()
    expect(await resend()).toMatchObject({ state: "pending", trigger: "manual", is_retried: false, ended_at: null })
    await work()
    await work()
    expect(there.requests).toMatchObject([{ body: before.message?.body, headers: { "webhook-id": message_id } }])
    expect(await get()).toMatchObject({ state: "succeeded", attempts: [{ trigger: "manual", status: 200 }] })
    const { data: audit } = await run(listAudit, asPerson(team), { action: "delivery.resent" })
    expect(audit).toMatchObject([
      { subject_id: id, before: { state: "succeeded" }, after: { auto_retry: false, endpoint_id } },
    ])
    await there.close()
  })

  it("is followed by automatic retries only if requested", async () => {
    const there = await receiver((_, response) => response.writeHead(500).end())
    const alone = await setup({ state: "exhausted", attempts: 10 }, { url: there.url })
    const retried = await setup({ state: "exhausted", attempts: 10 }, { url: there.url })
    await alone.resend()
    await retried.resend({ auto_retry: true })
    await work()
    expect(await alone.get()).toMatchObject({ state: "exhausted", attempts_made: 11, next_attempt_at: null })
    expect(await retried.get()).toMatchObject({
      state: "pending",
      attempts_made: 11,
      attempts_counted: 1,
      trigger: "auto",
    })
    await there.close()
  })

  it("replaces a planned retry, and continues the schedule if requested", async () => {
    const { resend, get } = await setup({ state: "pending", attempts: 4, status: 500, error: "http_5xx" })
    expect(Date.parse((await get()).next_attempt_at ?? "")).toBeGreaterThan(Date.now() + 60_000)
    const again = await resend({ auto_retry: true })
    expect(Date.parse(again.next_attempt_at ?? "")).toBeLessThanOrEqual(Date.now() + 1_000)
    expect(again).toMatchObject({ state: "pending", trigger: "manual", attempts_counted: 4 })
  })

  it("sends a held delivery of a paused endpoint immediately, and leaves the endpoint paused", async () => {
    const there = await receiver()
    const { endpoint_id, resend } = await setup(
      { state: "held", attempts: 0 },
      { url: there.url, state: "paused_user" },
    )
    expect(await resend()).toMatchObject({ state: "succeeded", attempts_made: 1, last_status: 200 })
    expect(there.requests).toHaveLength(1)
    const [endpoint] = await change(sql`select state from webhook_endpoint where id = ${endpoint_id}`)
    expect(endpoint).toEqual({ state: "paused_user" })
    await there.close()
  })

  it("fails while the delivery is in flight", async () => {
    const { id, resend, get } = await setup({ state: "pending" })
    await change(sql`update webhook_delivery set state = 'leased', lease_token = gen_random_uuid() where id = ${id}`)
    await expect(resend()).rejects.toMatchObject({ code: "delivery_in_flight", status: 409 })
    expect((await get()).state).toBe("leased")
  })

  it("fails when the content is removed or the endpoint is deleted", async () => {
    const gone = await setup()
    await change(sql`delete from webhook_message where id = ${gone.message_id}`)
    await expect(gone.resend()).rejects.toMatchObject({ code: "resource_purged" })
    const deleted = await setup()
    await change(
      sql`update webhook_endpoint set state = 'deleted', deleted_at = now() where id = ${deleted.endpoint_id}`,
    )
    await expect(deleted.resend()).rejects.toMatchObject({ code: "state_conflict" })
    for (const { get } of [gone, deleted]) expect((await get()).state).toBe("succeeded")
  })

  it("requires an admin, a plan with developer access, and the same team", async () => {
    const { team, id, resend } = await setup()
    await expect(resend({}, "member")).rejects.toMatchObject({ code: "role_missing" })
    const again = (of: typeof team, delivery_id = id) => run(resendDelivery, asPerson(of), { delivery_id } as never)
    await expect(again({ ...team, plan: "free" })).rejects.toMatchObject({ code: "plan_required" })
    for (const delivery_id of [id, newId("delivery")])
      await expect(again(await freshTeam(), delivery_id)).rejects.toMatchObject({ code: "resource_not_found" })
  })
})
