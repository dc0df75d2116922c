import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { loggedDeliveries } from "@/domain/deliveries/testing/logged"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { cancelRecovery } from "./cancel"
import { createRecovery } from "./create"
import { getRecovery } from "./get"
import { openRecoveries, stepRecovery } from "./step"
import { killedAt, killPoints } from "./testing/killed-at"

ownDatabase()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function setup(endpoint: object = {}) {
  const team = await freshTeam()
  const to = await freshEndpoint(team, endpoint)
  const recover = async (input: object = {}) =>
    (await run(createRecovery, asPerson(team), { webhook_id: to.id, since: daysAgo(2), ...input } as never)).data
  const get = async (recovery_id: string) => (await run(getRecovery, asPerson(team), { recovery_id } as never)).data
  return { team, to, recover, get }
}

const all = async (endpoint: { id: string }) =>
  acrossTeams(() =>
    rows<{
      id: string
      message_id: string
      state: string
      trigger: string
      due_in: number
      attempts: number
      is_replayed: boolean
      recovery_id: string
    }>(
      sql`select d.*, extract(epoch from d.next_attempt_at - r.created_at)::float8 as due_in from webhook_delivery d
        left join webhook_recovery r on r.id = d.recovery_id where d.endpoint_id = ${endpoint.id} order by d.created_at, d.id`,
    ),
  )
const change = (statement: ReturnType<typeof sql>) => acrossTeams(() => rows(statement))

async function toTheEnd(recoveryId: string) {
  let steps = 1
  while ((await stepRecovery(recoveryId)) === "more") steps++
  return steps
}

describe("a recovery", () => {
  it("schedules every delivery that a dry run counted once, 500 per step, 20 per second, oldest first", async () => {
    const { to, recover, get } = await setup()
    await loggedDeliveries(to, 700, {
      state: "exhausted",
      status: 500,
      error: "http_5xx",
      attempts: 10,
      minutesAgo: 2_000,
    })
    await loggedDeliveries(to, 400, { state: "held", attempts: 3, minutesAgo: 900 })
    await loggedDeliveries(to, 30, { state: "succeeded", minutesAgo: 300 })
    const dry = await recover({ dry_run: true })
    expect(dry).toMatchObject({ count: 1_100, recovery: null })
    const { recovery } = await recover()
    const id = recovery?.id as string
    expect(await toTheEnd(id)).toBe(3)
    const taken = (await all(to)).filter(({ recovery_id }) => recovery_id === id)
    expect(taken).toHaveLength(dry.count)
    expect(taken.every(({ state, trigger }) => state === "pending" && trigger === "recover")).toBe(true)
    expect(new Set(taken.map(({ attempts }) => attempts))).toEqual(new Set([0, 3]))
    const due = taken.map(({ due_in }) => due_in)
    expect(due).toEqual([...due].sort((a, b) => a - b))
    for (const [i, at] of due.entries()) expect(at - (due[i - 20] ?? -1)).toBeGreaterThanOrEqual(0.99)
    expect(due.at(-1)).toBeLessThan(60)
    expect(await get(id)).toMatchObject({ state: "running", total: 1_100, done: 1_100, results: { waiting: 1_100 } })
    await change(sql`update webhook_delivery set state = 'succeeded', trigger = 'auto' where recovery_id = ${id}`)
    const ended = await get(id)
    expect(ended).toMatchObject({ state: "completed", results: { waiting: 0, succeeded: 1_100 } })
    expect(ended.ended_at).not.toBeNull()
  })

  it("runs each step once, after crashes and concurrent calls, and matches the count of the dry run", async () => {
    const { to, recover, get } = await setup()
    await loggedDeliveries(to, 1_200, { state: "exhausted", minutesAgo: 2_000 })
    await loggedDeliveries(to, 300, { minutesAgo: 700 })
    await change(sql`delete from webhook_delivery where endpoint_id = ${to.id} and state = 'succeeded'`)
    const { count, recovery } = await recover({ include_missing: true })
    expect(count).toBe(1_500)
    const id = recovery?.id as string
    for (let isDone = false; !isDone; ) {
      const before = await get(id)
      for (const point of killPoints) await killedAt(point, () => stepRecovery(id))
      expect(await get(id)).toEqual(before)
      isDone = (await Promise.all([stepRecovery(id), stepRecovery(id)])).includes("done")
    }
    expect(await stepRecovery(id)).toBe("done")
    const taken = await all(to)
    expect(taken).toHaveLength(1_500)
    expect(new Set(taken.map(({ message_id }) => message_id)).size).toBe(1_500)
    expect(taken.every((one) => one.recovery_id === id && one.state === "pending")).toBe(true)
    expect(taken.filter(({ is_replayed }) => is_replayed)).toHaveLength(300)
    expect(await get(id)).toMatchObject({ total: 1_500, done: 1_500 })
  })

  it("includes messages from before the endpoint existed, of its event types, without tests", async () => {
    const { team, to, recover } = await setup({ event_types: ["signal.*", "endpoint.disabled"] })
    const other = await freshEndpoint(team)
    const wanted = await loggedDeliveries(other, 3)
    await loggedDeliveries(other, 2, { type: "scan.completed" })
    await loggedDeliveries(other, 2, { type: "endpoint.disabled" })
    await loggedDeliveries(other, 2, { isTest: true })
    await loggedDeliveries(other, 2, { minutesAgo: 4_000 })
    expect(await recover({ dry_run: true })).toMatchObject({ count: 0, oldest_at: null, newest_at: null })
    const { count, recovery } = await recover({ include_missing: true })
    expect(count).toBe(3)
    await toTheEnd(recovery?.id ?? "")
    const created = await all(to)
    expect(created.map(({ message_id }) => message_id).sort()).toEqual(
      wanted.map(({ message_id }) => message_id).sort(),
    )
    expect(created.every(({ is_replayed, state }) => is_replayed && state === "pending")).toBe(true)
  })

  it("keeps its pace when it runs late, and starts after the previous recovery", async () => {
    const { to, recover } = await setup()
    await loggedDeliveries(to, 600, { state: "exhausted", minutesAgo: 2_000 })
    const first = (await recover()).recovery?.id as string
    await stepRecovery(first)
    await change(
      sql`update webhook_recovery set next_slot_at = next_slot_at - interval '10 minutes' where id = ${first}`,
    )
    await toTheEnd(first)
    const late = (await all(to)).slice(500)
    expect(late.every(({ due_in }) => due_in >= 0)).toBe(true)
    const last = Math.max(...late.map(({ due_in }) => due_in))
    expect(last - Math.min(...late.map(({ due_in }) => due_in))).toBeGreaterThan(4.9)
    await change(sql`update webhook_recovery set next_slot_at = now() + interval '1 hour' where id = ${first}`)
    await loggedDeliveries(to, 1, { state: "held", minutesAgo: 30 })
    const second = (await recover()).recovery?.id as string
    await toTheEnd(second)
    expect((await all(to)).find(({ recovery_id }) => recovery_id === second)?.due_in).toBeGreaterThan(3_590)
  })

  it("stops when its endpoint is paused, and ignores an unknown id", async () => {
    const { to, recover, get } = await setup()
    await loggedDeliveries(to, 3, { state: "exhausted" })
    const id = (await recover()).recovery?.id as string
    expect(await openRecoveries()).toContain(id)
    await change(sql`update webhook_endpoint set state = 'paused_user' where id = ${to.id}`)
    expect(await stepRecovery(id)).toBe("done")
    expect(await get(id)).toMatchObject({ state: "cancelled", done: 0 })
    expect(await openRecoveries()).not.toContain(id)
    expect((await all(to)).every(({ state }) => state === "exhausted")).toBe(true)
    expect(await stepRecovery(newId("recovery"))).toBe("done")
  })
})

describe("canceling a recovery", () => {
  it("returns unsent deliveries to their previous state, does not change sent ones, and runs no further step", async () => {
    const { team, to, recover, get } = await setup()
    await loggedDeliveries(to, 400, { state: "exhausted", minutesAgo: 2_000 })
    await loggedDeliveries(to, 90, { state: "held", minutesAgo: 1_000 })
    const missing = await freshEndpoint(team)
    await loggedDeliveries(missing, 30)
    await loggedDeliveries(missing, 100, { minutesAgo: 400 })
    const id = (await recover({ include_missing: true })).recovery?.id as string
    expect([await stepRecovery(id), await stepRecovery(id)]).toEqual(["more", "done"])
    const [sent] = await all(to)
    await change(sql`update webhook_delivery set state = 'succeeded', trigger = 'auto' where id = ${sent?.id}`)
    const cancel = async () => (await run(cancelRecovery, asPerson(team, "admin"), { recovery_id: id } as never)).data
    expect(await cancel()).toMatchObject({ state: "cancelled", done: 620 })
    const states = (await all(to)).map(({ state }) => state)
    const count = (state: string) => states.filter((one) => one === state).length
    expect([count("succeeded"), count("exhausted"), count("held"), count("cancelled")]).toEqual([1, 399, 90, 130])
    expect(await stepRecovery(id)).toBe("done")
    expect(await cancel()).toEqual(await cancel())
    expect(await get(id)).toMatchObject({ results: { waiting: 0, retrying: 0, succeeded: 1, failed: 0, other: 0 } })
    expect((await recover()).count).toBe(489)
  })
})

it("two requests at the same time cancel a recovery, and the audit log has one entry", async () => {
  const { team, to, recover } = await setup()
  await loggedDeliveries(to, 3, { state: "exhausted" })
  const recovery_id = (await recover()).recovery?.id as string
  await Promise.all(Array.from({ length: 4 }, () => run(cancelRecovery, asPerson(team), { recovery_id })))
  expect((await run(listAudit, asPerson(team), { action: "recover.cancelled" })).data).toHaveLength(1)
})

describe("a pending delivery in a recovery", () => {
  it("is never sent later than planned before", async () => {
    const { to, recover } = await setup()
    await loggedDeliveries(to, 100, { state: "pending" })
    await change(sql`update webhook_delivery set next_attempt_at = now() - interval '1 s' where endpoint_id = ${to.id}`)
    const { recovery } = await recover()
    await toTheEnd(recovery?.id as string)
    const taken = await all(to)
    expect(taken.filter(({ trigger, due_in }) => trigger === "recover" && due_in < 0)).toHaveLength(100)
  })

  it("is scheduled, continues its retry schedule, and stays pending when the recovery is canceled", async () => {
    const { team, to, recover } = await setup()
    await loggedDeliveries(to, 3, { state: "pending", attempts: 4 })
    await change(
      sql`update webhook_delivery set next_attempt_at = now() + interval '20 hours' where endpoint_id = ${to.id}`,
    )
    const { recovery } = await recover()
    await toTheEnd(recovery?.id as string)
    const taken = await all(to)
    expect(taken).toMatchObject(Array(3).fill({ state: "pending", trigger: "recover", attempts: 4 }))
    expect(taken.every(({ due_in }) => due_in < 60)).toBe(true)
    await run(cancelRecovery, asPerson(team), { recovery_id: recovery?.id } as never)
    const left = await change(
      sql`select state, trigger, recovery_id, ended_at, next_attempt_at < now() + interval '1 min' as is_soon from webhook_delivery where endpoint_id = ${to.id}`,
    )
    expect(left).toEqual(
      Array(3).fill({ state: "pending", trigger: "auto", recovery_id: null, ended_at: null, is_soon: true }),
    )
  })
})
