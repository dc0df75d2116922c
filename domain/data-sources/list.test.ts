import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, freshTeam } from "@/domain/testing/team"
import { listDataSources } from "./list"

/** A team with an active GA4 source and a broken Bing source of another client, and a function that lists their ids. */
async function teamWithSources() {
  const team = await freshTeam()
  const [shop, hotel] = [await freshClient(team), await freshClient(team)]
  const ga4 = await freshSource(team, shop, [], { status: "active" })
  const bing = await freshSource(team, hotel, [], { provider: "bing_webmaster", status: "error" })
  const listed = async (query: object = {}) => (await run(listDataSources, asKey(team), query)).data.map(({ id }) => id)
  return { team, shop, ga4, bing, listed }
}

describe("the list of data sources", () => {
  it("returns the newest first, by client, platform and status", async () => {
    const { shop, ga4, bing, listed } = await teamWithSources()
    expect(await listed()).toEqual([bing, ga4])
    expect(await listed({ client_id: shop.id })).toEqual([ga4])
    expect(await listed({ provider: ["bing_webmaster", "meta_ads"] })).toEqual([bing])
    expect(await listed({ status: ["active"] })).toEqual([ga4])
  })

  it("returns pages in the same order", async () => {
    const { team, ga4, bing, listed } = await teamWithSources()
    const first = await run(listDataSources, asKey(team), { limit: 1 })
    expect(first.data.map(({ id }) => id)).toEqual([bing])
    expect(await listed({ limit: 1, cursor: first.meta.next_cursor })).toEqual([ga4])
  })
})
