import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getSummary } from "./get-summary"

const now = () => new Date("2026-11-20T12:00:00Z")
const period = { from: "2026-11-11", to: "2026-11-17" }
const before = "2026-11-05"
const within = "2026-11-12"

describe("the summary of a client", () => {
  it("compares key metrics with the previous period and names the campaigns that moved", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const facts = [
      { metric_id: "ad_spend", date: before, value: 100 },
      { metric_id: "ad_spend", date: within, value: 150 },
      { metric_id: "ad_spend", date: before, value: 80, dims: { campaign: "Brand" } },
      { metric_id: "ad_spend", date: within, value: 80, dims: { campaign: "Brand" } },
      { metric_id: "ad_spend", date: before, value: 20, dims: { campaign: "Search" } },
      { metric_id: "ad_spend", date: within, value: 70, dims: { campaign: "Search" } },
      { metric_id: "ad_clicks", date: within, value: 30 },
    ]
    await freshSource(team, client, facts, { provider: "microsoft_ads", status: "active" })
    const { data, meta } = await run(getSummary, asPerson(team, "viewer", now), { client_id: client.id, ...period })
    expect(data.kpis).toMatchObject([
      { metric: "ad_spend", value: 150, previous: 100, change: 0.5 },
      { metric: "ad_clicks", value: 30 },
      { metric: "ad_cpc", value: 5 },
    ])
    expect(data.movers).toEqual([{ campaign: "Search", metric: "ad_spend", value: 70, previous: 20, difference: 50 }])
    expect(data.url).toContain(`/${team.slug}/clients/cli_`)
    expect(meta.period).toMatchObject(period)
    expect(meta.comparison).toMatchObject({ from: "2026-11-04", to: "2026-11-10" })
    expect(meta.warnings).toEqual([])
    const empty = { client_id: client.id, from: "2010-01-01", to: "2010-01-31" }
    expect(await run(getSummary, asPerson(team, "viewer", now), empty)).toMatchObject({
      data: { kpis: [] },
      meta: { warnings: [{ code: "no_data", message: expect.stringContaining("from 2026-11-05 to 2026-11-12") }] },
    })
  })

  it("names campaigns that started or stopped, and counts the period without values as 0", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const spend = (date: string, campaign: string, value: number) => ({
      metric_id: "ad_spend",
      date,
      value,
      dims: { campaign },
    })
    const facts = [spend(before, "Stopped", 90), spend(within, "Started", 40), spend(within, "Brand", 5)]
    await freshSource(team, client, facts, { provider: "microsoft_ads", status: "active" })
    const { data } = await run(getSummary, asPerson(team, "viewer", now), { client_id: client.id, ...period })
    expect(data.movers).toEqual([
      { campaign: "Stopped", metric: "ad_spend", value: 0, previous: 90, difference: -90 },
      { campaign: "Started", metric: "ad_spend", value: 40, previous: 0, difference: 40 },
      { campaign: "Brand", metric: "ad_spend", value: 5, previous: 0, difference: 5 },
    ])
  })

  it("lists the gaps in the data", async () => {
    const team = await freshTeam()
    const empty = await freshClient(team)
    const ask = async (client_id: string) => (await run(getSummary, asPerson(team, "viewer", now), { client_id })).data
    expect(await ask(empty.id)).toMatchObject({ kpis: [], movers: [], gaps: ["This client has no data sources."] })
    const broken = await freshClient(team)
    await freshSource(team, broken, [{ metric_id: "sessions", date: before, value: 3 }], { status: "error" })
    expect((await ask(broken.id)).gaps).toEqual([expect.stringMatching(/^ga4 is error; its data ends on /)])
    const pending = await freshClient(team)
    await freshSource(team, pending, [], { status: "pending" })
    expect((await ask(pending.id)).gaps).toEqual(["ga4 is pending; it has no data."])
  })

  it("is not available to API keys, and not for clients of other teams", async () => {
    const team = await freshTeam()
    const { id: client_id } = await freshClient(await freshTeam())
    await expect(run(getSummary, asKey(team), { client_id })).rejects.toMatchObject({ code: "scope_missing" })
    await expect(run(getSummary, asPerson(team), { client_id })).rejects.toThrow(
      "Your team has no client with this ID.",
    )
  })
})
