import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { changePlan } from "@/domain/teams/change-plan"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { deliveryStates, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { lockWebhook } from "./lock-webhook"
import { resumeWebhook } from "./resume"

const resume = async (team: TeamFacts, webhook_id: string, held: "send" | "skip") =>
  (await run(resumeWebhook, asPerson(team), { webhook_id, held })).data

describe("webhooks.resume", () => {
  it.each(["paused_user", "disabled_auto", "disabled_gone"])(
    "sends held deliveries immediately, from %s",
    async (state) => {
      const team = await freshTeam()
      const { id } = await freshWebhook(team, {
        ...{ state, disabled_at: new Date(), disabled_reason: "x", failure_count: 9, first_failure_at: new Date(0) },
        ...{ last_failure_at: new Date(), notified_24h_at: new Date(), paused_until: new Date(Date.now() + 60_000) },
      })
      for (const was of ["held", "held", "succeeded", "cancelled"])
        await freshDelivery(team, id, { state: was, attempts: 3 })
      const { webhook, sent, skipped } = await resume(team, id, "send")
      expect([sent, skipped]).toEqual([2, 0])
      expect(webhook).toMatchObject({
        state: "active",
        health: "active",
        failure_count: 0,
        disabled_at: null,
        disabled_reason: null,
      })
      expect(await deliveryStates(team, id)).toEqual(["cancelled", "pending", "pending", "succeeded"])
      const due = await inTeam(team.id, () =>
        rows<{ attempts: number }>(sql`select attempts from webhook_delivery
        where team_id = ${team.id} and endpoint_id = ${id} and state = 'pending' and next_attempt_at <= now()`),
      )
      expect(due.map(({ attempts }) => attempts)).toEqual([3, 3])
      const [entry] = (await run(listAudit, asPerson(team), { action: "endpoint.enabled" })).data
      expect(entry).toMatchObject({
        subject_id: id,
        before: { state },
        after: { state: "active", held: "send", count: 2 },
      })
    },
  )

  it("cancels held deliveries if they are skipped", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "paused_user" })
    for (const was of ["held", "held", "leased", "succeeded"]) await freshDelivery(team, id, { state: was })
    expect(await resume(team, id, "skip")).toMatchObject({ sent: 0, skipped: 2, webhook: { state: "active" } })
    expect(await deliveryStates(team, id)).toEqual(["cancelled", "cancelled", "leased", "succeeded"])
  })

  it("releases held deliveries before the endpoint becomes active, so that no new event overtakes them", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "paused_user", is_fifo: true })
    for (let n = 0; n < 2; n++) await freshDelivery(team, id, { state: "held" })
    let resumed: ReturnType<typeof resume> | undefined
    await inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        await lockWebhook(tx, team.id, id)
        resumed = resume(team, id, "send")
        await expect.poll(() => deliveryStates(team, id)).toEqual(["pending", "pending"])
      }),
    )
    expect(await resumed).toMatchObject({ sent: 2, webhook: { state: "active" } })
  })

  it("moves any number of deliveries, in steps", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "paused_user" })
    await inTeam(team.id, () =>
      rows(sql`insert into webhook_delivery (id, team_id, message_id, endpoint_id, event_type, state)
        select ${`${id}-`} || n, ${team.id}, n::text, ${id}, 'signal.created', 'held' from generate_series(1, 12001) n`),
    )
    expect(await resume(team, id, "send")).toMatchObject({
      sent: 12_001,
      webhook: { counts: { pending: 12_001, held: 0 } },
    })
  })

  it("fails for an active endpoint without held deliveries", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    await expect(resume(team, id, "send")).rejects.toMatchObject({ code: "state_conflict", status: 409 })
  })

  it("requires a plan with webhooks", async () => {
    const team = await freshTeam({ plan: "free" })
    const { id } = await freshWebhook(team, { state: "paused_user" })
    await expect(resume(team, id, "send")).rejects.toMatchObject({ code: "plan_required" })
  })
})

describe("a team that changes to the plan Free", () => {
  it("has its pending deliveries held, and they stay held after an upgrade until a user resumes", async () => {
    const team = await freshTeam()
    const one = await freshWebhook(team)
    const two = await freshWebhook(team)
    for (const { id } of [one, two]) for (const state of ["pending", "leased"]) await freshDelivery(team, id, { state })
    const other = await freshTeam()
    const theirs = await freshWebhook(other)
    await freshDelivery(other, theirs.id)
    await run(changePlan, asPerson(team), { plan: "free" })
    expect(await deliveryStates(team, one.id)).toEqual(["held", "leased"])
    await run(changePlan, asPerson(team), { plan: "pro" })
    for (const { id } of [one, two]) expect(await deliveryStates(team, id)).toEqual(["held", "leased"])
    expect(await deliveryStates(other, theirs.id)).toEqual(["pending"])
    await freshDelivery(team, one.id, { message_id: "later" })
    expect(await resume(team, one.id, "skip")).toMatchObject({
      skipped: 1,
      webhook: { counts: { pending: 1, held: 0 } },
    })
    expect(await resume(team, two.id, "send")).toMatchObject({ sent: 1 })
    await inTeam(team.id, () => prisma.webhookDelivery.deleteMany({ where: { team_id: team.id } }))
  })
})
