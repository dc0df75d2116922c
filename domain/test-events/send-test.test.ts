import { Webhook } from "standardwebhooks"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { processCounters } from "@/domain/kernel/process-counters"
import { receiver } from "@/domain/testing/receiver"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { deliveryStates, freshWebhook } from "@/domain/testing/webhook"
import { testsPerMinute } from "@/domain/usage/quotas"
import { sendTest } from "./send-test"

const poolSize = 4

ownDatabase()
beforeEach(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  vi.stubEnv("RATE_LIMIT_STORE", "postgres")
  vi.stubEnv("DATABASE_POOL_SIZE", String(poolSize))
})
afterEach(() => vi.unstubAllEnvs())

async function listening(handle?: Parameters<typeof receiver>[0]) {
  const open = await receiver(handle)
  onTestFinished(() => open.close())
  return open
}
const send = async (team: TeamFacts, webhook_id: string) => (await run(sendTest, asPerson(team), { webhook_id })).data

describe("webhooks.sendTest", () => {
  it("sends one signed test.ping to this endpoint only, and returns the request and the response", async () => {
    const asked = await listening((_, response) => response.writeHead(202).end("thank you"))
    const other = await listening()
    const team = await freshTeam()
    const { id, secret } = await freshWebhook(team, { url: asked.url })
    await freshWebhook(team, { url: other.url, event_types: ["*"] })
    const data = await send(team, id)
    expect(data.attempt).toMatchObject({
      state: "succeeded",
      status: 202,
      trigger: "test",
      number: 1,
      response_body: "thank you",
    })
    expect([asked.requests.length, other.requests.length]).toEqual([1, 0])
    const [request] = asked.requests
    expect(request?.body).toBe(data.request_body)
    const { host, connection, "content-length": _, "accept-encoding": encoding, ...ours } = request?.headers ?? {}
    expect(data.attempt?.request_headers).toEqual(ours)
    expect(request?.headers["webhook-id"]).toBe(data.event_id)
    expect(new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>)).toMatchObject({
      ...{ id: data.event_id, type: "test.ping", test: true, team: { id: team.id } },
      data: { ping: { endpoint_id: id, sent_by: "Ada Test" } },
    })
    expect(await deliveryStates(team, id)).toEqual(["succeeded"])
    expect((await run(listAudit, asPerson(team), { action: "endpoint.tested" })).data).toMatchObject([
      { subject_id: id },
    ])
    expect(JSON.stringify(data)).not.toContain(secret.slice(6))
  })

  it("returns a failure and does not retry", async () => {
    const { url, requests } = await listening((_, response) => response.writeHead(500).end("no"))
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { url })
    const { attempt } = await send(team, id)
    expect(attempt).toMatchObject({ state: "failed", status: 500, error: { code: "http_5xx" }, response_body: "no" })
    expect(await deliveryStates(team, id)).toEqual(["exhausted"])
    expect(requests).toHaveLength(1)
  })

  it.each(["paused_user", "disabled_auto"])(
    "sends to an endpoint that is %s, and does not change its state",
    async (state) => {
      const { url, requests } = await listening()
      const team = await freshTeam()
      const { id } = await freshWebhook(team, { url, state, event_types: ["*"] })
      expect((await send(team, id)).attempt).toMatchObject({ state: "succeeded" })
      expect(requests).toHaveLength(1)
      expect(await deliveryStates(team, id)).toEqual(["succeeded"])
    },
  )

  it("sends at most ten tests per minute and team, also with requests at the same time", async () => {
    const { url, requests } = await listening()
    const team = await freshTeam()
    const other = await freshTeam()
    const { id } = await freshWebhook(team, { url })
    const pressed = await Promise.allSettled(Array.from({ length: testsPerMinute + 3 }, () => send(team, id)))
    const refused = pressed.filter(({ status }) => status === "rejected") as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => reason.code)).toEqual(["rate_limited", "rate_limited", "rate_limited"])
    expect(Number(refused[0]?.reason.headers["Retry-After"])).toBeGreaterThan(0)
    expect(requests).toHaveLength(testsPerMinute)
    expect((await send(other, (await freshWebhook(other, { url })).id)).attempt?.state).toBe("succeeded")
  })

  it("counts tests in Postgres while other tests use all connections", async () => {
    const { url } = await listening()
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { url })
    const before = processCounters().limiterFallbacks
    await Promise.all(Array.from({ length: poolSize }, () => send(team, id)))
    expect(processCounters().limiterFallbacks).toBe(before)
  })

  it("requires a plan with webhooks", async () => {
    const team = await freshTeam({ plan: "free" })
    const { id } = await freshWebhook(team)
    await expect(send(team, id)).rejects.toMatchObject({ code: "plan_required" })
  })
})
