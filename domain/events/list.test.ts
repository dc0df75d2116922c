import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run, runAsJson } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { type EventData, events } from "./catalogue"
import { getEvent } from "./get"
import { listEvents } from "./list"
import { publish } from "./publish"

type Published = { id: string; body: string }

/** Publishes an event and returns the stored body that webhooks send. */
const published = async ({ id: team_id }: TeamFacts, type: "signal.created" | "scan.completed" = "scan.completed") =>
  inTeam(team_id, async () => {
    const data = events[type].example as EventData<typeof type>
    const messages = await prisma.$transaction((tx) => publish(tx, { team_id, type, data }))
    const [message] = await rows<Published>(
      sql`select id, body from webhook_message where team_id = ${team_id} and id = ${messages?.id}`,
    )
    return message as Published
  })

async function several(team: TeamFacts, count: number) {
  const messages: Published[] = []
  for (let n = 0; n < count; n++) messages.push(await published(team))
  return messages
}

const idsOf = (items: { id: string }[]) => items.map((item) => item.id)
const age = (team: TeamFacts, id: string, days: number) =>
  inTeam(team.id, () =>
    rows(
      sql`update webhook_message set created_at = now() - ${days} * interval '1 day' where team_id = ${team.id} and id = ${id}`,
    ),
  )

describe("the list of events", () => {
  it("returns the newest first, on pages, without events of another team", async () => {
    const team = await freshTeam()
    await published(await freshTeam())
    const messages = await several(team, 5)
    const first = await run(listEvents, asKey(team), { limit: 3 })
    expect(first.meta).toMatchObject({ total: 5, total_is_exact: true, truncated: true })
    const rest = await run(listEvents, asKey(team), { limit: 3, cursor: first.meta.next_cursor ?? "" })
    expect(idsOf([...first.data, ...rest.data])).toEqual(idsOf(messages).reverse())
    expect(rest.meta.next_cursor).toBeNull()
  })

  it("returns the events after a given one, oldest first", async () => {
    const team = await freshTeam()
    const [seen, ...later] = (await several(team, 5)) as [Published, ...Published[]]
    const first = await run(listEvents, asKey(team), { after: seen.id, limit: 3 })
    expect(first.meta.total).toBe(4)
    const rest = await run(listEvents, asKey(team), { after: seen.id, limit: 3, cursor: first.meta.next_cursor ?? "" })
    expect(idsOf([...first.data, ...rest.data])).toEqual(idsOf(later))
    expect((await run(listEvents, asKey(team), { after: later.at(-1)?.id ?? "" })).data).toEqual([])
  })

  it("never shows an event later that precedes one already seen", async () => {
    const team = await freshTeam()
    const { id: seen } = await published(team)
    const numbered = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const data = events["scan.completed"].example
    const slow = inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        const messages = await publish(tx, { team_id: team.id, type: "scan.completed", data })
        numbered.resolve()
        await released.promise
        return messages
      }),
    )
    await numbered.promise
    const quick = published(team)
    await Promise.race([quick, setTimeout(300)])
    expect((await run(listEvents, asKey(team), { after: seen })).data).toEqual([])
    released.resolve()
    const order = [(await slow)?.id ?? "", (await quick).id]
    expect(idsOf((await run(listEvents, asKey(team), { after: seen })).data)).toEqual(order)
  })

  it("filters by type and by family", async () => {
    const team = await freshTeam()
    const scan = await published(team)
    const signal = await published(team, "signal.created")
    const found = async (types: ("signal.*" | "scan.completed" | "test.ping" | "*")[]) =>
      idsOf((await run(listEvents, asKey(team), { types })).data)
    expect(await found(["signal.*"])).toEqual([signal.id])
    expect(await found(["scan.completed"])).toEqual([scan.id])
    expect(await found(["test.ping", "*"])).toEqual([signal.id, scan.id])
    expect(await found(["test.ping"])).toEqual([])
  })

  it("has the same order on pages of several types, in both directions", async () => {
    const team = await freshTeam()
    const messages: Published[] = []
    for (let n = 0; n < 9; n++) messages.push(await published(team, n % 3 === 0 ? "signal.created" : "scan.completed"))
    const pages = async (after?: string) => {
      const found = [] as string[]
      const query = { types: ["signal.*", "scan.*", "test.ping"] as const, after }
      for (let cursor: string | undefined; ; ) {
        const { data, meta } = await run(listEvents, asKey(team), {
          ...query,
          types: [...query.types],
          limit: 2,
          cursor,
        })
        expect(meta.total).toBe(after ? 8 : 9)
        found.push(...idsOf(data))
        if (!meta.next_cursor) return found
        cursor = meta.next_cursor
      }
    }
    expect(await pages()).toEqual(idsOf(messages).reverse())
    expect(await pages(messages[0]?.id)).toEqual(idsOf(messages).slice(1))
  })

  it("rejects an unknown type, and an `after` that is not an event of the team", async () => {
    const team = await freshTeam()
    const { id: theirs } = await published(await freshTeam())
    const refused = { code: "parameter_invalid", errors: [{ parameter: "after", code: "parameter_invalid" }] }
    for (const after of [theirs, newId("message")])
      await expect(run(listEvents, asKey(team), { after })).rejects.toMatchObject(refused)
    await expect(run(listEvents, asKey(team), { types: ["no.such"] as never })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
  })

  it("excludes events older than 30 days", async () => {
    const team = await freshTeam()
    const [old, young] = (await several(team, 2)) as [Published, Published]
    await age(team, old.id, 31)
    await age(team, young.id, 29)
    expect(idsOf((await run(listEvents, asKey(team), {})).data)).toEqual([young.id])
    await expect(run(getEvent, asKey(team), { event_id: old.id })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(run(listEvents, asKey(team), { after: old.id })).rejects.toMatchObject({ code: "parameter_invalid" })
    expect((await run(getEvent, asKey(team), { event_id: young.id })).data.id).toBe(young.id)
  })
})

describe("a returned event", () => {
  it("has the exact body that webhooks send, in the list and alone", async () => {
    const team = await freshTeam()
    const messages = [await published(team), await published(team, "signal.created")]
    const list = await runAsJson(listEvents, asKey(team), {})
    expect(list.dataJson).toBe(
      `[${messages
        .map((one) => one.body)
        .reverse()
        .join(",")}]`,
    )
    for (const { id, body } of messages)
      expect((await runAsJson(getEvent, asKey(team), { event_id: id })).dataJson).toBe(body)
  })

  it("is unchanged, even if its type or shape is no longer known", async () => {
    const team = await freshTeam()
    const { id } = await published(team)
    const data = { scan: { status: "unheard of" } }
    const body = {
      id,
      type: "scan.completed",
      timestamp: "2026-11-20T06:12:03.123Z",
      api_version: "2026-11-01",
      seq: 1,
    }
    const stored = JSON.stringify({ ...body, team: { id: team.id }, data })
    await inTeam(team.id, () =>
      prisma.webhookMessage.updateMany({ where: { team_id: team.id, id }, data: { body: stored } }),
    )
    expect((await runAsJson(getEvent, asKey(team), { event_id: id })).dataJson).toBe(stored)
    expect((await run(listEvents, asKey(team), {})).data).toEqual([JSON.parse(stored)])
  })
})
