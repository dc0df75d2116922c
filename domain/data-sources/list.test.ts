import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, freshTeam } from "@/domain/testing/team"
import { listDataSources } from "./list"

/** A team with an active GA4 source and a broken Bing source of another client, and a function that lists their ids. */
async function teamWithSources() {
  const team = await freshTeam()
  const shop = await freshClient(team)
  const hotel = await freshClient(team)
  const ga4 = await freshSource(team, shop, [], { status: "active" })
  const bing = await freshSource(team, hotel, [], { provider: "bing_webmaster", status: "error" })
  const listed = async (query: object = {}) => (await run(listDataSources, asKey(team), query)).data.map(({ id }) => id)
  return { team, shop, ga4, bing, listed }
}

describe("the list of data sources", () => {
  it("contains no stale sources of archived clients", async () => {
    const team = await freshTeam()
    const late = { status: "active", sync_frequency: "daily", last_success_at: new Date("2026-01-01") }
    const stale = await freshSource(team, await freshClient(team), [], late)
    await freshSource(team, await freshClient(team, { status: "archived" }), [], late)
    const { data } = await run(listDataSources, asKey(team), { stale: true })
    expect(data.map(({ id }) => id)).toEqual([stale])
  })

  it("returns the newest first, by client, platform and status", async () => {
    const { shop, ga4, bing, listed } = await teamWithSources()
    expect(await listed()).toEqual([bing, ga4])
    expect(await listed({ client_id: shop.id })).toEqual([ga4])
    expect(await listed({ provider: ["bing_webmaster", "meta_ads"] })).toEqual([bing])
    expect(await listed({ status: ["active"] })).toEqual([ga4])
  })

  it("sorts by client, name and age of the data, with sources without data last", async () => {
    const team = await freshTeam()
    const client = await freshClient(team, { name: "zoo" })
    const firstClient = await freshClient(team, { name: "Bakery" })
    for (const [display_name, day] of [
      ["beta", "2026-11-20"],
      ["Alpha", "2026-11-18"],
      ["Gamma", null],
    ] as const) {
      const data_through = day && new Date(day)
      const last_success_at = day && new Date(`${day}T06:00:00Z`)
      await freshSource(team, display_name === "Gamma" ? firstClient : client, [], {
        display_name,
        account_id: display_name,
        data_through,
        last_success_at,
      })
    }
    /** The names in the order of all pages. */
    const names = async (sort: string) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const { data, meta } = await run(listDataSources, asKey(team), { limit: 1, sort, cursor } as never)
        found.push(...data.map((source) => source.display_name))
        cursor = meta.next_cursor ?? undefined
      } while (cursor)
      return found
    }
    expect(await names("client")).toEqual(["Gamma", "Alpha", "beta"])
    expect(await names("problems")).toEqual(["Gamma", "Alpha", "beta"])
    expect(await names("attention")).toEqual(["Gamma", "Alpha", "beta"])
    expect(await names("display_name")).toEqual(["Alpha", "beta", "Gamma"])
    expect(await names("-display_name")).toEqual(["Gamma", "beta", "Alpha"])
    for (const by of ["data_through", "last_success_at"]) {
      expect(await names(by)).toEqual(["Alpha", "beta", "Gamma"])
      expect(await names(`-${by}`)).toEqual(["beta", "Alpha", "Gamma"])
    }
  })

  it("sorts sources with a problem first, and with `attention` paused ones last, each group by client", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const dayMs = 86_400_000
    for (const [display_name, status, days] of [
      ["a", "active", 0],
      ["b", "paused", 0],
      ["c", "pending", 0],
      ["d", "active", 10],
      ["e", "reauth_required", 0],
    ] as const) {
      const last_success_at = new Date(Date.now() - days * dayMs)
      await freshSource(team, client, [], {
        display_name,
        account_id: display_name,
        status,
        sync_frequency: "daily",
        last_success_at,
      })
    }
    const names = async (sort: "problems" | "attention") =>
      (await run(listDataSources, asKey(team), { sort })).data.map(({ display_name }) => display_name)
    expect(await names("problems")).toEqual(["b", "d", "e", "a", "c"])
    expect(await names("attention")).toEqual(["d", "e", "a", "c", "b"])
  })

  it("returns pages in the same order", async () => {
    const { team, ga4, bing, listed } = await teamWithSources()
    const first = await run(listDataSources, asKey(team), { limit: 1 })
    expect(first.data.map(({ id }) => id)).toEqual([bing])
    expect(await listed({ limit: 1, cursor: first.meta.next_cursor })).toEqual([ga4])
  })
})
