import { beforeEach, describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { getWebhook } from "@/domain/webhooks/get"
import { sql } from "@/prisma/client"
import { deliverDue } from "./deliver-due"
import { retryNow } from "./retry-now"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { freshLease, leaseOf, recordOutcome, recordOutcomes, responseWith } from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { messageIds, receiving } from "./testing/receiving"
import { deliveriesOf, endpointRow, queryRows } from "./testing/rows-of"

ownDatabase()
// The loop delivers all due deliveries, those of earlier tests too.
beforeEach(() => queryRows(sql`delete from webhook_delivery`))
const soon = () => ({ signal: AbortSignal.timeout(60_000) })
const asksForADay = responseWith(503, { retryAfterSeconds: 86_400 })
const aDay = (seconds: number | null) => (seconds ?? 0) > 86_000

describe("a success after a Retry-After of a day", () => {
  it.each(["manual", "test"] as const)(
    "of a manual or test request (%s) makes the waiting deliveries due",
    async (trigger) => {
      const { endpoint } = await receiving()
      const refused = [await freshLease(endpoint), await freshLease(endpoint)]
      for (const lease of refused) await recordOutcome(lease, asksForADay)
      expect((await deliveriesOf(endpoint)).every(({ due_in }) => aDay(due_in))).toBe(true)
      expect(aDay((await endpointRow(endpoint)).paused_for)).toBe(true)
      const lease = { ...(await freshLease(endpoint)), trigger }
      await recordOutcome(lease, responseWith(200))
      expect((await endpointRow(endpoint)).paused_for).toBeNull()
      const waiting = (await deliveriesOf(endpoint)).filter(({ state }) => state === "pending")
      expect(waiting.map(({ due_in }) => (due_in ?? 1) <= 0)).toEqual([true, true])
      expect(waiting.map(({ attempts }) => attempts)).toEqual([1, 1])
    },
  )

  it("also ends the wait when the endpoint looked healthy in between", async () => {
    const { endpoint } = await receiving()
    const early = await freshLease(endpoint)
    const refused = await freshLease(endpoint)
    const byPerson = await freshLease(endpoint)
    await recordOutcome(refused, asksForADay)
    await recordOutcome(early, responseWith(200))
    expect(aDay((await endpointRow(endpoint)).paused_for)).toBe(true)
    await recordOutcome({ ...byPerson, trigger: "manual" }, responseWith(200))
    expect((await deliveriesOf(endpoint)).map(({ state, due_in }) => [state, (due_in ?? 0) <= 0])).toContainEqual([
      "pending",
      true,
    ])
  })

  it("of a request that was already in flight does not end the wait", async () => {
    const { endpoint } = await receiving()
    const early = await freshLease(endpoint)
    const refused = await freshLease(endpoint)
    await recordOutcome(refused, asksForADay)
    await recordOutcome(early, responseWith(200))
    expect((await deliveriesOf(endpoint)).filter(({ due_in }) => aDay(due_in))).toHaveLength(1)
  })

  it("leaves scheduled retries and the pace of a recovery unchanged", async () => {
    const { endpoint } = await receiving()
    const lease = { ...(await freshLease(endpoint)), attempts_counted: 4 }
    await recordOutcome(lease, responseWith(500))
    const [paced] = await freshDeliveries(endpoint)
    await queryRows(sql`update webhook_delivery set attempts = 5 where id = ${lease.id}`)
    await queryRows(
      sql`update webhook_delivery set trigger = 'recover', next_attempt_at = now() + interval '10 min' where id = ${paced?.id}`,
    )
    const before = (await deliveriesOf(endpoint)).map(({ next_attempt_at }) => next_attempt_at)
    await recordOutcome({ ...(await freshLease(endpoint)), trigger: "manual" }, responseWith(200))
    expect((await deliveriesOf(endpoint)).slice(0, 2).map(({ next_attempt_at }) => next_attempt_at)).toEqual(before)
  })
})

describe("retrying all scheduled deliveries", () => {
  async function waiting(more: object = {}) {
    const setup = await receiving(undefined, more)
    const made = await freshDeliveries(setup.endpoint, 6)
    for (const one of made.slice(0, 3)) await recordOutcome(await leaseOf(setup.endpoint, one.id), asksForADay)
    const retry = async (as = asPerson(setup.team, "admin")) =>
      (await run(retryNow, as, { webhook_id: setup.endpoint.id } as never)).data
    return { ...setup, made, retry }
  }

  it("ends the wait of the endpoint, sends the deliveries, and is audited", async () => {
    const { team, endpoint, requests, retry } = await waiting()
    expect(await deliverDue(soon())).toMatchObject({ attempted: 0 })
    const before = (await run(getWebhook, asPerson(team), { webhook_id: endpoint.id } as never)).data
    expect(before).toMatchObject({ health: "throttled", counts: { pending: 6, scheduled: 6 } })
    expect(await retry()).toMatchObject({
      retried: 3,
      webhook: { paused_until: null, counts: { pending: 6, scheduled: 0 } },
    })
    await deliverDue(soon())
    expect(requests).toHaveLength(6)
    expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["succeeded"]))
    const { data: audit } = await run(listAudit, asPerson(team), { action: "endpoint.waiting_retried" })
    expect(audit).toMatchObject([{ subject_id: endpoint.id, after: { waiting: 6 } }])
  })

  it("sends them in order on a FIFO endpoint", async () => {
    const { endpoint, requests, made, retry } = await waiting({ is_fifo: true })
    await retry()
    await deliverDue(soon())
    expect(messageIds(requests)).toEqual(made.map(({ message_id }) => message_id))
    expect(await deliveriesOf(endpoint)).toHaveLength(6)
  })

  it("sends one probe first while the breaker is open, and stops when it fails", async () => {
    const { team, endpoint, requests } = await receiving((_, response) => response.writeHead(500).end())
    await recordOutcomes(endpoint, ...Array(10).fill(responseWith(500)))
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 1 })
    const { data } = await run(retryNow, asPerson(team), { webhook_id: endpoint.id } as never)
    expect(data.retried).toBe(10)
    await deliverDue({ signal: AbortSignal.timeout(2_000) })
    expect(requests).toHaveLength(1)
    expect(await endpointRow(endpoint)).toMatchObject({ breaker_openings: 2 })
    expect((await deliveriesOf(endpoint)).filter(({ attempts }) => attempts === 1)).toHaveLength(9)
  })

  it("changes neither deliveries of a recovery nor held ones", async () => {
    const { team, endpoint } = await receiving()
    const [paced] = await freshDeliveries(endpoint)
    await queryRows(
      sql`update webhook_delivery set trigger = 'recover', next_attempt_at = now() + interval '1 min' where id = ${paced?.id}`,
    )
    await freshDeliveries(endpoint, 1, { state: "held" })
    const { data } = await run(retryNow, asPerson(team), { webhook_id: endpoint.id } as never)
    expect(data.retried).toBe(0)
    expect((await deliveriesOf(endpoint)).map(({ state, due_in }) => [state, (due_in ?? 0) > 0])).toEqual([
      ["pending", true],
      ["held", false],
    ])
  })

  it("fails for a webhook that is paused or disabled", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "paused_user" })
    await expect(run(retryNow, asPerson(team), { webhook_id: id } as never)).rejects.toMatchObject({
      code: "state_conflict",
    })
  })

  it("requires an admin, a plan with developer access, and the same team", async () => {
    const { team, endpoint, retry } = await waiting()
    await expect(retry(asPerson(team, "member"))).rejects.toMatchObject({ code: "role_missing" })
    await expect(retry(asPerson({ ...team, plan: "free" }))).rejects.toMatchObject({ code: "plan_required" })
    for (const webhook_id of [endpoint.id, newId("endpoint")])
      await expect(run(retryNow, asPerson(await freshTeam()), { webhook_id } as never)).rejects.toMatchObject({
        code: "resource_not_found",
      })
    expect((await deliveriesOf(endpoint)).filter(({ due_in }) => aDay(due_in))).toHaveLength(3)
  })
})
