import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { deliveryStates, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { pauseWebhook } from "./pause"

describe("webhooks.pause", () => {
  it("holds pending deliveries, and does not change leased or ended ones", async () => {
    const team = await freshTeam()
    const [{ id }, other] = [await freshWebhook(team), await freshWebhook(team)]
    for (const state of ["pending", "pending", "leased", "succeeded"]) await freshDelivery(team, id, { state })
    await freshDelivery(team, other.id)
    const { data } = await run(pauseWebhook, asPerson(team), { webhook_id: id })
    expect(data).toMatchObject({
      state: "paused_user",
      health: "paused",
      counts: { pending: 0, in_flight: 1, held: 2 },
    })
    expect(await deliveryStates(team, id)).toEqual(["held", "held", "leased", "succeeded"])
    expect(await deliveryStates(team, other.id)).toEqual(["pending"])
  })

  it("changes nothing the second time, and writes one audit entry", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const first = await run(pauseWebhook, asPerson(team), { webhook_id: id })
    expect((await run(pauseWebhook, asPerson(team), { webhook_id: id })).data).toEqual(first.data)
    const { data } = await run(listAudit, asPerson(team), { action: "endpoint.paused" })
    expect(data).toMatchObject([{ before: { state: "active" }, after: { state: "paused_user" } }])
  })

  it("fails for a disabled endpoint", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team, { state: "disabled_auto" })
    await expect(run(pauseWebhook, asPerson(team), { webhook_id: id })).rejects.toMatchObject({
      code: "state_conflict",
    })
  })
})
