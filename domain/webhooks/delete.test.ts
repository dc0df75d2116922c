import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { deliveryStates, freshDelivery, freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { deleteWebhook } from "./delete"
import { getWebhook } from "./get"
import { listWebhooks } from "./list"
import { signingMaterialOf } from "./signing-material"
import { updateWebhook } from "./update"

describe("webhooks.delete", () => {
  it("deletes secrets and headers", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    await run(updateWebhook, asPerson(team), { webhook_id: id, headers: [{ name: "x-a", value: "1" }] })
    expect((await signingMaterialOf(id)).secrets).toHaveLength(1)
    await run(deleteWebhook, asPerson(team), { webhook_id: id })
    expect(await signingMaterialOf(id)).toEqual({ url: null, secrets: [], ed25519: [], headers: {}, isDeleted: true })
    const [secrets, endpoint] = await inTeam(team.id, () =>
      Promise.all([
        prisma.webhookSecret.count({ where: { team_id: team.id } }),
        prisma.webhookEndpoint.findFirst({ where: { team_id: team.id, id } }),
      ]),
    )
    expect(secrets).toBe(0)
    expect(endpoint).toMatchObject({ state: "deleted", headers_sealed: null, header_names: [] })
  })

  it("cancels waiting deliveries, and lets requests in flight finish", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    for (const state of ["pending", "held", "leased", "succeeded", "exhausted"])
      await freshDelivery(team, id, { state })
    const { data } = await run(deleteWebhook, asPerson(team), { webhook_id: id })
    expect(data).toEqual({ id, cancelled: 2 })
    expect(await deliveryStates(team, id)).toEqual(["cancelled", "cancelled", "exhausted", "leased", "succeeded"])
  })

  it("skips locked deliveries and does not wait for them", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    const held = await freshDelivery(team, id)
    const free = await freshDelivery(team, id)
    const states = await acrossTeams(() =>
      prisma.$transaction(async (tx) => {
        await tx.$queryRaw(sql`select id from webhook_delivery where id = ${held} for update`)
        expect((await run(deleteWebhook, asPerson(team), { webhook_id: id })).data.cancelled).toBe(1)
        return rows<{ id: string; state: string }>(
          sql`select id, state from webhook_delivery where endpoint_id = ${id}`,
        )
      }),
    )
    expect(new Map(states.map((d) => [d.id, d.state]))).toEqual(
      new Map([
        [held, "pending"],
        [free, "cancelled"],
      ]),
    )
  })

  it("removes the endpoint from every list permanently, and the audit has its settings", async () => {
    const team = await freshTeam()
    const { id, url } = await freshWebhook(team)
    await run(deleteWebhook, asPerson(team), { webhook_id: id })
    expect((await run(listWebhooks, asPerson(team), {})).meta.total).toBe(0)
    for (const operation of [getWebhook, deleteWebhook])
      await expect(run(operation, asPerson(team), { webhook_id: id } as never)).rejects.toMatchObject({
        code: "resource_not_found",
      })
    const { data } = await run(listAudit, asPerson(team), { action: "endpoint.deleted" })
    expect(data).toMatchObject([{ subject_id: id, before: { url, event_types: ["signal.*"] } }])
  })
})
