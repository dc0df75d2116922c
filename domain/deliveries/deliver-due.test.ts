import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { describe, expect, it, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { deleteWebhook } from "@/domain/webhooks/delete"
import { sql } from "@/prisma/client"
import { makeAttempt, sendAttempt } from "./attempt"
import { claim } from "./claim"
import { deliverDue } from "./deliver-due"
import { getDelivery } from "./get"
import type { LeasedDelivery } from "./leased-delivery"
import { recordResults } from "./record"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { messageIds, receiving } from "./testing/receiving"
import { attemptsOf, deliveriesOf, endpointRow, queryRows } from "./testing/rows-of"

ownDatabase()

const soon = (seconds = 60) => ({ signal: AbortSignal.timeout(seconds * 1_000) })

describe("delivering due messages", () => {
  it("sends each message once, with a signature that a receiver's library accepts and all documented headers", async () => {
    const { endpoint, requests, secret } = await receiving()
    const [made] = await freshDeliveries(endpoint)
    expect(await deliverDue(soon())).toEqual({ attempted: 1, isUnfinished: false, nextDueAt: null })
    expect(requests).toHaveLength(1)
    const { headers, body, method } = requests[0] as (typeof requests)[0]
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ id: made?.message_id })
    const [attempt] = await queryRows<{ id: string; request_headers: object }>(
      sql`select id, request_headers from webhook_attempt where endpoint_id = ${endpoint.id}`,
    )
    expect({ method, ...headers }).toMatchObject({
      method: "POST",
      "content-type": "application/json; charset=utf-8",
      "user-agent": expect.stringMatching(/^Signalbox-Webhooks\/1 \(\+http.*\)$/),
      "webhook-id": made?.message_id,
      "signalbox-delivery-id": made?.id,
      "signalbox-attempt-id": attempt?.id,
      "signalbox-attempt": "1",
      "signalbox-event-type": "signal.created",
      "signalbox-event-seq": "1",
      "signalbox-api-version": "2026-11-01",
    })
    expect(attempt?.request_headers).toMatchObject({ "webhook-signature": headers["webhook-signature"] })
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "succeeded", last_status: 200 }])
  })

  it("stores all sent headers in the log, except those of the connection", async () => {
    const { team, endpoint, requests } = await receiving()
    const [made] = await freshDeliveries(endpoint)
    await deliverDue(soon())
    const { data } = await run(getDelivery, asPerson(team, "viewer"), { delivery_id: made?.id ?? "" } as never)
    const ofConnection = ["host", "connection", "content-length", "accept-encoding"]
    const sent = Object.entries(requests[0]?.headers ?? {}).filter(([name]) => !ofConnection.includes(name))
    expect(data.attempts[0]?.request_headers).toEqual(Object.fromEntries(sent))
    expect(data.attempts[0]).toMatchObject({ trigger: "auto", state: "succeeded", is_body_truncated: false })
  })

  it("delivers backlogs of several teams, and reports when more work is due", async () => {
    const all = await Promise.all([receiving(), receiving(), receiving((_, response) => response.writeHead(500).end())])
    for (const { endpoint } of all) await freshDeliveries(endpoint, 40)
    const { attempted, nextDueAt } = await deliverDue(soon())
    for (const { endpoint, requests } of all.slice(0, 2)) {
      expect(new Set(messageIds(requests)).size).toBe(40)
      expect(requests).toHaveLength(40)
      expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["succeeded"]))
    }
    const failing = all[2]
    // The breaker stops it before all forty have failed.
    expect(failing.requests.length).toBeLessThan(40)
    expect(attempted).toBe(80 + failing.requests.length)
    expect(nextDueAt).not.toBeNull()
    expect(await endpointRow(failing.endpoint)).toMatchObject({ breaker_openings: 1 })
    await queryRows(sql`delete from webhook_delivery where endpoint_id = ${failing.endpoint.id}`)
  })

  it("finds a due delivery behind more paused endpoints than one claim looks at", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const team = await freshTeam()
    const paused = { paused_until: new Date(Date.now() + 60_000) }
    const waiting = await Promise.all(Array.from({ length: 110 }, () => freshEndpoint(team, paused)))
    for (const endpoint of waiting) await freshDeliveries(endpoint, 1, { agoSeconds: 1 })
    const { endpoint, requests } = await receiving()
    await freshDeliveries(endpoint, 1, { agoSeconds: 60 })
    expect(await deliverDue(soon())).toMatchObject({ attempted: 1 })
    expect(requests).toHaveLength(1)
    await queryRows(sql`delete from webhook_delivery where team_id = ${team.id}`)
  })

  it("delivers everything once when another worker holds all slots", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const { team, requests, url } = await receiving(async (_, response) => {
      await sleep(100)
      response.end()
    })
    const endpoints = await Promise.all(Array.from({ length: 110 }, () => freshWebhook(team, { url })))
    for (const { id } of endpoints) await freshDeliveries({ id, team_id: team.id }, 5)
    const working = deliverDue(soon())
    await vi.waitUntil(() => requests.length > 0, longWait)
    await Promise.all([deliverDue(soon()), deliverDue(soon()), working])
    expect(new Set(messageIds(requests)).size).toBe(550)
    expect(requests).toHaveLength(550)
  })

  it("has at most five requests in flight per endpoint, and one on a FIFO endpoint, in order", async () => {
    const most = { plain: 0, fifo: 0 }
    const counting = (name: keyof typeof most) => {
      let now = 0
      return async (_: unknown, response: { end(): void }) => {
        most[name] = Math.max(most[name], ++now)
        await sleep(15)
        now--
        response.end()
      }
    }
    const team = await freshTeam()
    const plain = await receiving(counting("plain"), { team })
    const fifo = await receiving(counting("fifo"), { team, is_fifo: true })
    await freshDeliveries(plain.endpoint, 40)
    const made = await freshDeliveries(fifo.endpoint, 20)
    await Promise.all([deliverDue(soon()), deliverDue(soon())])
    expect(most).toEqual({ plain: 5, fifo: 1 })
    expect(messageIds(fifo.requests)).toEqual(made.map(({ message_id }) => message_id))
    expect(plain.requests).toHaveLength(40)
  })

  it("respects the limit per second, and ends on time with the rest still due", async () => {
    const { endpoint, requests } = await receiving(undefined, { max_per_second: 5 })
    await freshDeliveries(endpoint, 30)
    const { isUnfinished } = await deliverDue(soon(2.5))
    // The limit is on when attempts start. On a busy machine the receiver may get them later, and closer together.
    const starts = (await attemptsOf(endpoint)).map(({ started_at }) => Date.parse(started_at))
    for (const start of starts)
      expect(starts.filter((other) => other >= start && other < start + 999).length).toBeLessThanOrEqual(5)
    expect(requests.length).toBeGreaterThanOrEqual(5)
    expect(requests.length).toBeLessThan(30)
    expect(isUnfinished).toBe(true)
    await queryRows(sql`delete from webhook_delivery where endpoint_id = ${endpoint.id}`)
  })

  it("does not let receivers that hang delay another team's messages", async () => {
    const release = Promise.withResolvers<void>()
    const hang = async (_: unknown, response: { end(): void }) => {
      await release.promise
      response.end()
    }
    const flood = await freshTeam()
    const slow = await Promise.all(Array.from({ length: 12 }, () => receiving(hang, { team: flood })))
    for (const { endpoint } of slow) await freshDeliveries(endpoint, 50, { agoSeconds: 3_600 })
    const working = [deliverDue(soon(3))]
    await expect.poll(() => slow.every(({ requests }) => requests.length > 0)).toBe(true)
    const quick = await receiving()
    for (let sent = 1; sent <= 10; sent++) {
      await freshDeliveries(quick.endpoint)
      working.push(deliverDue(soon(3)))
      await expect.poll(() => quick.requests.length).toBe(sent)
    }
    release.resolve()
    await Promise.all(working)
    await queryRows(sql`delete from webhook_delivery where team_id = ${flood.id}`)
  })

  it("reports that more work is due when its time ends first", async () => {
    const { endpoint, requests } = await receiving(async (_, response) => {
      await sleep(50)
      response.end()
    })
    await freshDeliveries(endpoint, 200)
    const { attempted, isUnfinished } = await deliverDue(soon(0.3))
    expect(attempted).toBeLessThan(200)
    expect(requests).toHaveLength(attempted)
    expect(isUnfinished).toBe(true)
    expect((await deliveriesOf(endpoint)).filter(({ state }) => state === "leased")).toEqual([])
    await queryRows(sql`delete from webhook_delivery where endpoint_id = ${endpoint.id}`)
  })

  it("sends nothing, counts no failure and retries when a secret cannot be decrypted", async () => {
    const { endpoint, requests } = await receiving()
    await queryRows(sql`update webhook_secret set sealed = '\\x00' where endpoint_id = ${endpoint.id}`)
    await freshDeliveries(endpoint)
    await deliverDue(soon())
    expect(requests).toEqual([])
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "pending", attempts: 0, last_error_code: "internal" }])
    expect(await attemptsOf(endpoint)).toMatchObject([{ state: "failed", error_code: "internal" }])
    expect(await endpointRow(endpoint)).toMatchObject({ failure_count: 0 })
  })
})

describe("deleting a busy endpoint", () => {
  it("cancels claimed deliveries that were not sent yet, without log errors or a notice", async () => {
    await queryRows(sql`delete from webhook_delivery`)
    const { team, endpoint, requests } = await receiving()
    await freshDeliveries(endpoint, 5)
    const leased = await claim()
    expect(leased).toHaveLength(5)
    const alarms = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")]
    await run(deleteWebhook, asPerson(team), { webhook_id: endpoint.id })
    await Promise.all(leased.map(makeAttempt))
    expect(alarms.flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(requests).toEqual([])
    const ended = Array(5).fill({ state: "cancelled", last_error_code: "endpoint_deleted" })
    expect(await deliveriesOf(endpoint)).toMatchObject(ended)
    const { data } = await run(getDelivery, asPerson(team), { delivery_id: leased[0]?.id ?? "" } as never)
    expect(data.attempts).toMatchObject([{ state: "failed", status: null, error: { code: "endpoint_deleted" } }])
    expect(await queryRows(sql`select 1 from webhook_notice where team_id = ${team.id}`)).toEqual([])
  })

  it("sends the team no notice about in-flight requests that failed", async () => {
    const { team, endpoint } = await receiving((_, response) => response.writeHead(500).end())
    await queryRows(
      sql`update webhook_endpoint set first_failure_at = now() - interval '30 hours', failure_count = 9 where id = ${endpoint.id}`,
    )
    await freshDeliveries(endpoint)
    const [leased] = await claim()
    const { outcome, requestHeaders } = await sendAttempt(leased as LeasedDelivery)
    const alarms = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")]
    await run(deleteWebhook, asPerson(team), { webhook_id: endpoint.id })
    await recordResults([{ leased: leased as LeasedDelivery, outcome, requestHeaders }])
    expect(alarms.flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "cancelled", last_status: 500 }])
    expect(await queryRows(sql`select kind from webhook_notice where team_id = ${team.id}`)).toEqual([])
  })
})
