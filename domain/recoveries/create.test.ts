import pg from "pg"
import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { loggedDeliveries } from "@/domain/deliveries/testing/logged"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { cancelRecovery } from "./cancel"
import { createRecovery } from "./create"
import { getRecovery } from "./get"
import { listRecoveries } from "./list"

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function setup(endpoint: object = {}) {
  const team = await freshTeam()
  const to = await freshEndpoint(team, endpoint)
  const recover = async (input: object = {}, as = asPerson(team)) =>
    (await run(createRecovery, as, { webhook_id: to.id, since: ago(2_000), ...input } as never)).data
  return { team, to, recover }
}

describe("a recovery", () => {
  it("counts what did not arrive in a time range, by state and type, without tests", async () => {
    const { team, to, recover } = await setup()
    const dead = await loggedDeliveries(to, 3, { state: "exhausted", minutesAgo: 100 })
    await loggedDeliveries(to, 2, { state: "held", type: "scan.completed", minutesAgo: 50 })
    await loggedDeliveries(to, 1, { state: "cancelled", minutesAgo: 40 })
    await loggedDeliveries(to, 4, { state: "succeeded" })
    await loggedDeliveries(to, 1, { state: "exhausted", type: "test.ping", isTest: true })
    await loggedDeliveries(await freshEndpoint(team), 5, { state: "exhausted" })
    const count = async (input: object) => (await recover({ dry_run: true, ...input })).count
    expect(await count({})).toBe(5)
    expect(await count({ states: ["exhausted"] })).toBe(3)
    expect(await count({ states: ["exhausted", "held", "cancelled"] })).toBe(6)
    expect(await count({ event_types: ["scan.*"] })).toBe(2)
    expect(await count({ since: ago(99.5) })).toBe(4)
    expect(await count({ until: ago(99.5) })).toBe(1)
    await acrossTeams(() => rows(sql`delete from webhook_message where id = ${dead[0]?.message_id}`))
    const found = await recover({ dry_run: true })
    expect(found).toMatchObject({ count: 4, recovery: null })
    const minutes = (from: string | null) => Math.round((Date.now() - Date.parse(from ?? "")) / 60_000)
    expect([minutes(found.oldest_at), minutes(found.newest_at)]).toEqual([99, 49])
    expect((await run(listRecoveries, asPerson(team), {} as never)).data).toEqual([])
  })

  it("includes pending deliveries, unless another recovery has scheduled them", async () => {
    const { to, recover } = await setup()
    await loggedDeliveries(to, 3, { state: "pending" })
    const [due, paced] = await loggedDeliveries(to, 2, { state: "pending" })
    await acrossTeams(() => rows(sql`update webhook_delivery set next_attempt_at = now() where id = ${due?.id}`))
    await acrossTeams(() => rows(sql`update webhook_delivery set trigger = 'recover' where id = ${paced?.id}`))
    expect((await recover({ dry_run: true })).count).toBe(4)
    expect((await recover({ dry_run: true, states: ["pending"] })).count).toBe(4)
    expect((await recover({ dry_run: true, states: ["exhausted", "held"] })).count).toBe(0)
  })

  it("ends a wait that the receiver asked for", async () => {
    const { to, recover } = await setup({ paused_until: new Date(Date.now() + 86_400_000) })
    await recover({ dry_run: true })
    const wait = () => acrossTeams(() => rows(sql`select paused_until from webhook_endpoint where id = ${to.id}`))
    expect(await wait()).not.toEqual([{ paused_until: null }])
    await recover()
    expect(await wait()).toEqual([{ paused_until: null }])
  })

  it("excludes tests, even when they are requested", async () => {
    const { to, recover } = await setup()
    await loggedDeliveries(to, 1, { state: "exhausted", type: "test.ping", isTest: true })
    expect((await recover({ dry_run: true, event_types: ["*"] })).count).toBe(0)
    for (const event_types of [["test.ping"], ["test.*"], ["signal.*", "test.ping"]])
      await expect(recover({ event_types })).rejects.toMatchObject({ code: "parameter_invalid" })
    expect((await recover({ event_types: ["*"] })).recovery?.event_types).toEqual([
      "signal.created",
      "scan.completed",
      "endpoint.disabled",
    ])
  })

  it("writes an audit entry and notifies the workers when it starts", async () => {
    const { team, to, recover } = await setup()
    await loggedDeliveries(to, 2, { state: "held" })
    const notified: (string | undefined)[] = []
    const listener = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
    await listener.connect()
    listener.on("notification", ({ payload }) => notified.push(payload))
    await listener.query("listen webhook_recovery")
    const { recovery } = await recover({ event_types: ["signal.*"] })
    await expect.poll(() => notified).toContain(recovery?.id)
    await listener.end()
    expect(recovery).toMatchObject({
      webhook_id: to.id,
      state: "running",
      total: 2,
      done: 0,
      event_types: ["signal.created"],
      created_by: { name: "Someone who left" },
    })
    const { data: audit } = await run(listAudit, asPerson(team), { action: "recover.started" })
    expect(audit).toMatchObject([{ subject_id: recovery?.id, after: { endpoint_id: to.id, url: to.url, count: 2 } }])
    expect((await run(listRecoveries, asPerson(team), { webhook_id: to.id } as never)).data).toEqual([recovery])
  })

  it("fails without changes while another recovery of the endpoint runs, or the endpoint is paused", async () => {
    const { team, to, recover } = await setup()
    const { recovery } = await recover()
    await expect(recover()).rejects.toMatchObject({ code: "state_conflict" })
    await run(cancelRecovery, asPerson(team), { recovery_id: recovery?.id } as never)
    const { recovery: second } = await recover()
    expect(second?.state).toBe("running")
    const { data: newestFirst } = await run(listRecoveries, asPerson(team), { webhook_id: to.id } as never)
    expect(newestFirst.map(({ id }) => id)).toEqual([second?.id, recovery?.id])
    const paused = await setup({ state: "paused_user" })
    await expect(paused.recover()).rejects.toMatchObject({ code: "state_conflict" })
    expect((await paused.recover({ dry_run: true })).count).toBe(0)
    expect((await run(listRecoveries, asPerson(paused.team), {} as never)).data).toEqual([])
    expect((await run(listRecoveries, asPerson(team), { webhook_id: to.id } as never)).meta.total).toBe(2)
  })

  it("covers at most 30 days, ends now at the latest, and starts before it ends", async () => {
    const { recover } = await setup()
    for (const range of [{ since: ago(31 * 1_440) }, { since: ago(1), until: ago(2) }, { since: ago(-5) }])
      await expect(recover(range)).rejects.toMatchObject({
        code: "parameter_invalid",
        errors: [{ parameter: "since" }],
      })
    const now = ago(0)
    await expect(recover({ since: now, until: now })).rejects.toMatchObject({ message: "since must be before until." })
    const { recovery } = await recover({ since: ago(10), until: ago(-5) })
    expect(Date.parse(recovery?.until ?? "")).toBeLessThanOrEqual(Date.now())
  })

  it("is started and canceled by admins on a plan with developer access, and visible to every member", async () => {
    const { team, recover } = await setup()
    await expect(recover({}, asPerson(team, "member"))).rejects.toMatchObject({ code: "role_missing" })
    await expect(recover({}, asPerson({ ...team, plan: "free" }))).rejects.toMatchObject({ code: "plan_required" })
    await expect(recover({}, asKey(team))).rejects.toMatchObject({ code: "scope_missing" })
    const recovery_id = (await recover({}, asPerson(team, "admin"))).recovery?.id
    const viewer = asPerson(team, "viewer")
    expect((await run(getRecovery, viewer, { recovery_id } as never)).data.id).toBe(recovery_id)
    await expect(run(cancelRecovery, viewer, { recovery_id } as never)).rejects.toMatchObject({ code: "role_missing" })
  })

  it("returns not found to another team, as does its endpoint", async () => {
    const { to, recover } = await setup()
    const recovery_id = (await recover()).recovery?.id
    const stranger = asPerson(await freshTeam())
    for (const webhook_id of [to.id, newId("endpoint")])
      await expect(recover({ webhook_id, dry_run: true }, stranger)).rejects.toMatchObject({
        code: "resource_not_found",
        message: "Your team has no webhook with this ID.",
      })
    for (const operation of [getRecovery, cancelRecovery])
      for (const id of [recovery_id, newId("recovery")])
        await expect(run(operation, stranger, { recovery_id: id } as never)).rejects.toMatchObject({
          code: "resource_not_found",
          message: "Your team has no recovery with this ID.",
        })
    expect((await run(listRecoveries, stranger, { webhook_id: to.id } as never)).data).toEqual([])
  })
})
