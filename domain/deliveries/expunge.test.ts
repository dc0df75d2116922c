import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { getEvent } from "@/domain/events/get"
import { listEvents } from "@/domain/events/list"
import { publish } from "@/domain/events/publish"
import { exampleTestPing } from "@/domain/events/test-ping"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { createRecovery } from "@/domain/recoveries/create"
import { stepRecovery } from "@/domain/recoveries/step"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt } from "@/domain/testing/webhook"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { expungeMessage } from "./expunge"
import { getDelivery } from "./get"
import { resendDelivery } from "./resend"

async function setup(state = "exhausted") {
  const team = await freshTeam()
  const endpoint = await freshEndpoint(team)
  const sent = await inTeam(team.id, () =>
    prisma.$transaction((tx) => publish(tx, { team_id: team.id, type: "test.ping", data: exampleTestPing })),
  )
  const message_id = sent?.id as string
  const made = await acrossTeams(() =>
    rows<{ id: string }>(sql`update webhook_delivery set state = ${state}, created_at = now() - interval '1 hour'
      where message_id = ${message_id} returning id`),
  )
  const delivery_id = made[0]?.id as string
  await freshAttempt(team, endpoint.id, {
    delivery_id,
    message_id,
    response_body: "for Ada",
    request_headers: { "webhook-id": message_id },
  })
  const expunge = async (as = asPerson(team)) => (await run(expungeMessage, as, { message_id } as never)).data
  const get = async () => (await run(getDelivery, asPerson(team), { delivery_id } as never)).data
  return { team, endpoint, message_id, delivery_id, expunge, get }
}

describe("removing the content of a message", () => {
  it("deletes the body and the responses, leaves the delivery in the log, and is audited", async () => {
    const { team, message_id, expunge, get } = await setup()
    const done = await expunge()
    expect(done).toMatchObject({ message_id, cancelled_deliveries: 0 })
    expect(await get()).toMatchObject({
      message: { body: null, expunged_at: done.expunged_at },
      attempts: [
        { status: 200, response_body: null, response_headers: null, request_headers: { "webhook-id": message_id } },
      ],
    })
    const [left] = await acrossTeams(() =>
      rows(sql`select body, octet_length(body_sha256) as sum from webhook_message where id = ${message_id}`),
    )
    expect(left).toEqual({ body: "", sum: 0 })
    expect((await run(listAudit, asPerson(team), { action: "message.expunged" })).data).toMatchObject([
      { subject_id: message_id, after: { event_type: expect.any(String) } },
    ])
    expect(await expunge()).toEqual(done)
  })

  it("makes the event return resource_purged and removes it from the list", async () => {
    const { team, message_id, expunge } = await setup()
    expect((await run(listEvents, asKey(team), {} as never)).data).toHaveLength(1)
    await expunge()
    await expect(run(getEvent, asKey(team), { event_id: message_id })).rejects.toMatchObject({
      code: "resource_purged",
    })
    expect((await run(listEvents, asKey(team), {} as never)).data).toEqual([])
  })

  it.each(["pending", "held"])(
    "cancels a delivery that is %s, so that neither a resend nor a recovery sends it",
    async (state) => {
      const { team, endpoint, delivery_id, expunge, get } = await setup(state)
      expect(await expunge()).toMatchObject({ cancelled_deliveries: 1 })
      expect(await get()).toMatchObject({ state: "cancelled", next_attempt_at: null })
      await expect(run(resendDelivery, asPerson(team), { delivery_id } as never)).rejects.toMatchObject({
        code: "resource_purged",
      })
      const since = new Date(Date.now() - 86_400_000).toISOString()
      const range = { webhook_id: endpoint.id, since, states: ["cancelled"], include_missing: true }
      const { data } = await run(createRecovery, asPerson(team), range as never)
      expect(data.count).toBe(0)
      expect(await stepRecovery(data.recovery?.id ?? "")).toBe("more")
      expect((await get()).state).toBe("cancelled")
    },
  )

  it("fails and changes nothing while a request is in flight", async () => {
    const { expunge, get } = await setup("leased")
    await expect(expunge()).rejects.toMatchObject({ code: "delivery_in_flight" })
    expect(await get()).toMatchObject({
      state: "leased",
      message: { expunged_at: null },
      attempts: [{ response_body: "for Ada" }],
    })
  })

  it("requires an admin of the team", async () => {
    const { team, message_id, expunge } = await setup()
    await expect(expunge(asPerson(team, "member"))).rejects.toMatchObject({ code: "role_missing" })
    for (const id of [message_id, newId("message")])
      await expect(run(expungeMessage, asPerson(await freshTeam()), { message_id: id } as never)).rejects.toMatchObject(
        {
          code: "resource_not_found",
          message: "Your team has no message with this ID.",
        },
      )
  })
})
