import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { listDeliveries } from "./list"
import { loggedDeliveries } from "./testing/logged"

async function logOfTeam() {
  const team = await freshTeam()
  const list = async (input: object = {}) => run(listDeliveries, asPerson(team, "viewer"), input as never)
  const ids = async (input: object) => (await list(input)).data.map(({ id }) => id)
  return { team, endpoint: await freshEndpoint(team), list, ids }
}

describe("the delivery log", () => {
  it("lists the newest first to every member of the team, and rejects API keys", async () => {
    const { team, endpoint, list } = await logOfTeam()
    const made = await loggedDeliveries(endpoint, 3)
    await loggedDeliveries(await freshEndpoint(await freshTeam()))
    const { data, meta } = await list()
    expect(data.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
    expect(meta).toMatchObject({ total: 3, total_is_exact: true, truncated: false, next_cursor: null })
    expect(data[0]).toMatchObject({
      endpoint: { id: endpoint.id, url: endpoint.url, is_deleted: false },
      state: "succeeded",
      last_status: 200,
    })
    await expect(run(listDeliveries, asKey(team), {} as never)).rejects.toMatchObject({ code: "scope_missing" })
  })

  it("filters by endpoint, state, type, status, error and time, alone and combined", async () => {
    const { team, endpoint, ids } = await logOfTeam()
    const make = async (more: object) => (await loggedDeliveries(endpoint, 1, more)).map(({ id }) => id)
    const fine = await make({ minutesAgo: 90 })
    const dead = await make({ state: "exhausted", status: 500, error: "http_5xx", minutesAgo: 80 })
    const mute = await make({ state: "pending", status: null, error: "dns_not_found", minutesAgo: 70 })
    const held = await make({ state: "held", status: null, attempts: 0, type: "scan.completed", minutesAgo: 60 })
    const moved = await make({ state: "pending", status: 301, error: "redirect_refused", minutesAgo: 50 })
    const ping = await make({ type: "test.ping", minutesAgo: 40 })
    const other = await freshEndpoint(team)
    const elsewhere = (await loggedDeliveries(other, 1, { minutesAgo: 30 })).map(({ id }) => id)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

    expect(await ids({ webhook_id: other.id })).toEqual(elsewhere)
    expect(await ids({ state: ["exhausted", "held"] })).toEqual([...held, ...dead])
    expect(await ids({ state: ["pending"] })).toEqual([...moved, ...mute])
    expect(await ids({ event_type: ["scan.*"] })).toEqual(held)
    expect(await ids({ event_type: ["test.ping"] })).toEqual(ping)
    expect(await ids({ status_class: ["5xx"] })).toEqual(dead)
    expect(await ids({ status_class: ["3xx", "none"] })).toEqual([...moved, ...mute])
    expect(await ids({ status_class: ["2xx"], webhook_id: endpoint.id })).toEqual([...ping, ...fine])
    expect(await ids({ error_code: "dns_not_found" })).toEqual(mute)
    expect(await ids({ since: ago(65), until: ago(45) })).toEqual([...moved, ...held])
    expect(await ids({ state: ["pending"], status_class: ["none"], event_type: ["signal.*"] })).toEqual(mute)
    expect(await ids({ webhook_id: (await freshEndpoint(await freshTeam())).id })).toEqual([])
  })

  it("is searched by the id of a delivery or message, in full or by prefix, in any case", async () => {
    const { endpoint, ids } = await logOfTeam()
    const [made] = await loggedDeliveries(endpoint, 1)
    const { id, message_id } = made as { id: string; message_id: string }
    await acrossTeams(() =>
      rows(sql`update webhook_delivery set id = 'dlv_01AAAAAAAAAAAAAAAAAAAAAAAA' where id = ${id}`),
    )
    const found = ["dlv_01AAAAAAAAAAAAAAAAAAAAAAAA"]
    for (const q of [
      found[0],
      "dlv_01AAAAAA",
      "DLV_01aaaaaaa",
      message_id,
      message_id.slice(0, 20),
      message_id.slice(4),
    ])
      expect(await ids({ q }), q).toEqual(found)
    for (const q of ["dlv_01AAAAAB", id, `dlv_${message_id.slice(4)}`, "msg_01AAAAAA"])
      expect(await ids({ q }), q).toEqual([])
    for (const q of ["dlv_01", "cli_01AAAAAAAAAAAAAAAAAAAAAAAA", "%", "dlv_01AAAAAAAAAAAAAAAAAAAAAAAA0"])
      await expect(ids({ q }), q).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})

describe("pages of the delivery log", () => {
  it("go down by cursor and back up by the first row, and stay complete while deliveries are added", async () => {
    const { endpoint, list } = await logOfTeam()
    const all = (await loggedDeliveries(endpoint, 10)).map(({ id }) => id).reverse()
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, cursor: first.meta.next_cursor })
    const third = await list({ limit: 3, cursor: second.meta.next_cursor })
    const page = (answer: typeof first) => answer.data.map(({ id }) => id)
    expect([page(first), page(second), page(third)]).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6, 9)])

    const added = (await loggedDeliveries(endpoint, 2, { minutesAgo: 1 })).map(({ id }) => id).reverse()
    const back = await list({ limit: 3, newer_than: third.data[0]?.id })
    expect(page(back)).toEqual(page(second))
    expect(back.meta.query).toHaveProperty("newer_than")
    expect(page(await list({ limit: 3, cursor: back.meta.next_cursor }))).toEqual(page(third))
    const upper = await list({ limit: 3, newer_than: second.data[0]?.id })
    expect(page(upper)).toEqual(page(first))

    const top = await list({ limit: 3, newer_than: first.data[0]?.id })
    expect(page(top)).toEqual([...added, all[0]])
    expect(top.meta.query).not.toHaveProperty("newer_than")
    expect(page(await list({ limit: 3, cursor: top.meta.next_cursor }))).toEqual(all.slice(1, 4))
  })

  it("go in both directions when the oldest deliveries come first", async () => {
    const { team, endpoint, list } = await logOfTeam()
    const made = await loggedDeliveries(endpoint, 5, { minutesAgo: 100 })
    const others = await loggedDeliveries(await freshEndpoint(team), 3, { minutesAgo: 50 })
    const all = [...made, ...others].map(({ id }) => id)
    const page = async (input: object) => list({ limit: 3, sort: "created_at", ...input })
    const idsOf = ({ data }: Awaited<ReturnType<typeof page>>) => data.map(({ id }) => id)
    const first = await page({})
    const second = await page({ cursor: first.meta.next_cursor })
    const third = await page({ cursor: second.meta.next_cursor })
    expect([idsOf(first), idsOf(second), idsOf(third)]).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)])
    expect(idsOf(await page({ newer_than: third.data[0]?.id }))).toEqual(all.slice(3, 6))
    expect((await page({ newer_than: second.data[0]?.id })).meta.query).not.toHaveProperty("newer_than")
    await expect(list({ limit: 3, cursor: first.meta.next_cursor })).rejects.toMatchObject({ code: "cursor_invalid" })
  })

  it("merge deliveries of all endpoints in one order, including deleted endpoints, without gaps", async () => {
    const { team, endpoint, list } = await logOfTeam()
    const busy = await freshEndpoint(team)
    const deleted = await freshEndpoint(team)
    // Each is a minute younger than the one before, so the deliveries of the three endpoints interleave.
    const made = [
      ...(await loggedDeliveries(endpoint, 4, { minutesAgo: 100 })),
      ...(await loggedDeliveries(busy, 9, { minutesAgo: 103 })),
      ...(await loggedDeliveries(deleted, 2, { minutesAgo: 98 })),
    ]
    await acrossTeams(() =>
      rows(sql`update webhook_endpoint set state = 'deleted', deleted_at = now() where id = ${deleted.id}`),
    )
    const { data, meta } = await list()
    expect(meta).toMatchObject({ total: 15, total_is_exact: true, next_cursor: null })
    expect(data.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
    expect(data.map(({ created_at }) => created_at)).toEqual(
      data
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    )
    expect(new Set(data.slice(0, 8).map((one) => one.endpoint.id)).size).toBe(3)

    const paged: typeof data = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ limit: 4, ...(cursor && { cursor }) })
      paged.push(...page.data)
      cursor = page.meta.next_cursor ?? null
    }
    expect(paged).toEqual(data)
    expect((await list({ limit: 4, newer_than: data[9]?.id })).data).toEqual(data.slice(5, 9))
  })

  it("go back up within a filter, also from a row that no longer matches it", async () => {
    const { endpoint, list } = await logOfTeam()
    const all = (await loggedDeliveries(endpoint, 8, { state: "held" })).map(({ id }) => id).reverse()
    await acrossTeams(() =>
      rows(sql`update webhook_delivery set state = 'succeeded' where id = any(${[all[6], all[1]]})`),
    )
    const { data } = await list({ limit: 2, state: ["held"], newer_than: all[6] })
    expect(data.map(({ id }) => id)).toEqual([all[4], all[5]])
    await expect(list({ newer_than: "dlv_1" })).rejects.toMatchObject({ code: "parameter_invalid" })
  })

  it("count up to a thousand deliveries", async () => {
    const { endpoint, list } = await logOfTeam()
    await loggedDeliveries(endpoint, 1_200, { minutesAgo: 2_000 })
    expect((await list({ limit: 1 })).meta).toMatchObject({ total: 1_000, total_is_exact: false, truncated: true })
  })
})
