import { describe, expect, it } from "vitest"
import { exampleId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, freshTeam } from "@/domain/testing/team"
import { acrossTeams, prisma } from "@/prisma/client"
import { queryClientMetrics } from "./query-metrics"

const now = () => new Date("2026-11-20T12:00:00Z")
const october = { from: "2026-10-01", to: "2026-10-31" }

async function agency(more: { timezone?: string; currency?: string } = {}) {
  const team = await freshTeam(more)
  const client = await freshClient(team)
  const ask = (input: object) =>
    run(queryClientMetrics, asKey(team, undefined, now), { client_id: client.id, ...input } as never)
  return { team, client, ask }
}

describe("clients.queryMetrics", () => {
  it("defaults to 28 days in the client's time zone, and echoes the query with its defaults", async () => {
    const { ask } = await agency({ timezone: "Europe/Rome", currency: "EUR" })
    const { data, meta } = await ask({ metrics: ["ad_spend"] })
    expect(data).toMatchObject({ rows: [], other: null, rows_total: 0, totals: { ad_spend: { value: null } } })
    expect(meta).toMatchObject({
      total: 1,
      returned: 1,
      truncated: false,
      limit: 1_000,
      period: { from: "2026-10-23", to: "2026-11-19", timezone: "Europe/Rome", granularity: "total", days: 28 },
      comparison: null,
      currency: { code: "EUR", converted: false, rates_date: null },
      freshness: { data_through: null, sources: [] },
      warnings: [{ code: "no_data", message: expect.stringContaining("No data source of this client") }],
      query: { metrics: ["ad_spend"], dimensions: [], filter: [], range: "last_28_days", compare: "none" },
    })
  })

  it("warns when it finds nothing, and says which days have data", async () => {
    const { team, client, ask } = await agency()
    const day = (value: number, date: string) => ({ metric_id: "ad_clicks", date, value, dims: { campaign: "Spring" } })
    await freshSource(team, client, [day(7, "2026-10-10"), day(1, "2026-10-12")])
    const query = { ...october, metrics: ["ad_clicks"] }
    const warning = async (more: object) => (await ask({ ...query, ...more })).meta.warnings
    const days = "Their data sources have data from 2026-10-10 to 2026-10-12."
    expect(await warning({ from: "2010-01-01", to: "2010-01-31", dimensions: ["campaign"] })).toEqual([
      { code: "no_data", message: `These metrics have no data from 2010-01-01 to 2010-01-31. ${days}`, path: "data" },
    ])
    expect(await warning({ filter: ["campaign:Nope"] })).toMatchObject([
      {
        code: "no_data",
        message: expect.stringMatching(
          /^No data from 2026-10-01 to 2026-10-31 matches the filter\. .* to 2026-10-12\.$/,
        ),
      },
    ])
    expect(await warning({ filter: ["campaign:Spring"] })).toEqual([])
  })

  it("sums the sources of a client, and separates them on request", async () => {
    const { team, client, ask } = await agency()
    const day = (value: number, date = "2026-10-10") => ({ metric_id: "ad_clicks", date, value })
    await freshSource(team, client, [day(5)], { provider: "google_ads" })
    await freshSource(team, client, [day(7), day(1, "2026-10-11")], { provider: "meta_ads" })
    const query = { ...october, metrics: ["ad_clicks"] }
    expect((await ask(query)).data.totals["ad_clicks"]?.value).toBe(13)
    const { data } = await ask({ ...query, dimensions: ["provider"] })
    expect(data.rows.map((row) => [row.dims["provider"], row.values["ad_clicks"]?.value])).toEqual([
      ["meta_ads", 8],
      ["google_ads", 5],
    ])
    const onlyMeta = await ask({ ...query, filter: ["provider:meta_ads"] })
    expect(onlyMeta.data.totals["ad_clicks"]?.value).toBe(8)
    expect(onlyMeta.meta.freshness?.sources).toHaveLength(1)
  })

  it("returns only the values of the filtered source when another has data for the same days", async () => {
    const { team, client, ask } = await agency({ currency: "USD" })
    const day = (date: string, clicks: number, impressions: number, spend: number) => [
      { metric_id: "ad_clicks", date, value: clicks },
      { metric_id: "ad_impressions", date, value: impressions },
      { metric_id: "ad_spend", date, value: spend },
    ]
    const google = [...day("2026-10-10", 5, 100, 20), ...day("2026-10-12", 7, 300, 16)]
    const id = await freshSource(team, client, google, { provider: "google_ads" })
    await freshSource(team, client, day("2026-10-10", 50, 1_000, 99), { provider: "google_ads" })
    const metrics = ["ad_spend", "ad_clicks", "ad_ctr", "ad_cpc", "sessions"]
    const { data } = await ask({ ...october, metrics, granularity: "day", filter: [`data_source:${id}`] })
    // Click-through rate: 12 of 400. Cost per click: $36 for 12 clicks.
    expect(metrics.map((metric) => data.totals[metric]?.value)).toEqual([36, 12, 0.03, 3, null])
    expect(
      data.rows.map(({ dims, values }) => [dims["date"], values["ad_clicks"]?.value, values["ad_cpc"]?.value]),
    ).toEqual([
      ["2026-10-10", 5, 4],
      ["2026-10-12", 7, expect.closeTo(16 / 7, 9)],
    ])
  })

  it("reports how far the data reaches, which days are missing, and which values are not final", async () => {
    const { team, client, ask } = await agency()
    await freshSource(
      team,
      client,
      [
        { metric_id: "sessions", date: "2026-10-20", value: 5 },
        { metric_id: "sessions", date: "2026-10-28", value: 5 },
      ],
      {
        final_through: new Date("2026-10-25"),
        sync_frequency: "daily",
        last_success_at: new Date("2026-11-01T00:00:00Z"),
      },
    )
    const { data, meta } = await ask({ ...october, metrics: ["sessions"], granularity: "day" })
    expect(meta.period).toMatchObject({ complete: false, incomplete_from: "2026-10-29" })
    expect(meta.freshness).toMatchObject({
      data_through: "2026-10-28",
      oldest_sync_at: "2026-11-01T00:00:00.000Z",
      served_from: "cache",
      sources: [{ status: "active", final_through: "2026-10-25", stale: true, quality: [] }],
    })
    expect(data.rows.map((row) => row.is_final)).toEqual([true, false])
    expect((await ask({ from: "2026-10-01", to: "2026-10-28", metrics: ["sessions"] })).meta.period?.complete).toBe(
      true,
    )
  })

  it("never sums distinct people: weekly users are known for each week, and a total over weeks is null", async () => {
    const { team, client, ask } = await agency()
    const users = (date: string, grain: "day" | "week" | "month", value: number) =>
      ({ metric_id: "users", date, grain, value }) as const
    await freshSource(team, client, [
      users("2026-10-05", "day", 10),
      users("2026-10-06", "day", 12),
      users("2026-10-05", "week", 15),
      users("2026-10-12", "week", 20),
      users("2026-10-01", "month", 30),
    ])
    const value = async (more: object) =>
      (await ask({ metrics: ["users"], ...october, ...more })).data.totals["users"]?.value
    expect(await value({})).toBe(30)
    expect(await value({ from: "2026-10-05", to: "2026-10-05" })).toBe(10)
    expect(await value({ from: "2026-10-05", to: "2026-10-11" })).toBe(15)
    expect(await value({ from: "2026-10-05", to: "2026-10-06" })).toBeNull()
    // The week of 12 October starts in these seven days, but is not these seven days.
    expect(await value({ from: "2026-10-06", to: "2026-10-12" })).toBeNull()
    const compared = { from: "2026-10-13", to: "2026-10-19", compare: "custom", compare_from: "2026-10-06" }
    const { data } = await ask({ metrics: ["users"], ...compared, compare_to: "2026-10-12" })
    expect(data.totals["users"]?.previous).toBeNull()
    const weeks = await ask({ metrics: ["users"], from: "2026-10-05", to: "2026-10-15", granularity: "week" })
    expect(weeks.data.rows.map((row) => [row.dims["week"], row.values["users"]?.value])).toEqual([
      ["2026-10-05", 15],
      ["2026-10-12", null],
    ])
    expect(weeks.data.totals["users"]?.value).toBeNull()
    expect(weeks.meta.warnings).toMatchObject([{ code: "not_additive" }])
  })

  it("does not know weekly users that were counted when weeks started on another day", async () => {
    const { team, client, ask } = await agency()
    const users = (date: string, value: number) => ({ metric_id: "users", date, grain: "week", value }) as const
    // 4 October is a Sunday. Weeks of the team start on Monday.
    await freshSource(team, client, [users("2026-10-04", 15), users("2026-10-12", 20)])
    const { data } = await ask({ metrics: ["users"], from: "2026-09-28", to: "2026-10-18", granularity: "week" })
    expect(data.rows.map((row) => [row.dims["week"], row.values["users"]?.value])).toEqual([["2026-10-12", 20]])
  })

  it("compares 28 February with 28 February only, also after a leap year", async () => {
    const { team, client, ask } = await agency()
    const day = (date: string, value: number) => ({ metric_id: "sessions", date, value })
    const facts = [day("2024-02-28", 1), day("2024-02-29", 2), day("2024-03-01", 4)]
    await freshSource(team, client, [...facts, day("2025-02-28", 10), day("2025-03-01", 20)])
    const period = { from: "2025-02-15", to: "2025-03-15", compare: "previous_year" }
    const { data } = await ask({ metrics: ["sessions"], ...period, granularity: "day" })
    expect(data.rows.map((row) => [row.dims["date"], row.values["sessions"]?.previous])).toEqual([
      ["2025-02-28", 1],
      ["2025-03-01", 4],
    ])
    expect(data.totals["sessions"]?.previous).toBe(7)
    const months = await ask({ metrics: ["sessions"], ...period, granularity: "month" })
    expect(months.data.rows.map((row) => row.values["sessions"]?.previous)).toEqual([3, 4])
  })

  it("does not advise to query a single day or month for a day or month without users", async () => {
    const { team, client, ask } = await agency()
    const codes = async (from: string, to: string, more = {}) =>
      (await ask({ metrics: ["users"], from, to, ...more })).meta.warnings?.map(({ code }) => code)
    expect(await codes("2026-10-06", "2026-10-06")).toEqual(["no_data"])
    const users = { metric_id: "users", value: 10 }
    await freshSource(team, client, [
      { ...users, date: "2026-10-05", grain: "day" },
      { ...users, date: "2026-10-05", grain: "week" },
      { ...users, date: "2026-10-01", grain: "month" },
    ])
    expect(await codes("2026-10-06", "2026-10-06")).toEqual(["no_data"])
    expect(await codes("2026-11-01", "2026-11-30")).toEqual(["no_data"])
    expect(await codes("2026-10-12", "2026-10-20", { granularity: "day" })).toEqual(["no_data"])
    expect(await codes("2026-10-05", "2026-10-06"), "two days").toContain("not_additive")
    expect(await codes("2026-10-06", "2026-10-12"), "seven days that are no stored week").toContain("not_additive")
  })

  it("weights means", async () => {
    const { team, client, ask } = await agency()
    const fact = (metric_id: string, date: string, value: number) => ({ metric_id, date, value })
    await freshSource(team, client, [
      fact("search_position.sum", "2026-10-01", 300),
      fact("search_position.weight", "2026-10-01", 100),
      fact("search_position.sum", "2026-10-02", 10),
      fact("search_position.weight", "2026-10-02", 1),
    ])
    const { data } = await ask({ ...october, metrics: ["search_position"] })
    expect(data.totals["search_position"]).toMatchObject({ value: 310 / 101, numerator: 310, denominator: 101 })
  })

  it("returns no total over pages, because one visit sees several pages", async () => {
    const { team, client, ask } = await agency()
    const page = (name: string, value: number) => ({
      metric_id: "sessions",
      date: "2026-10-01",
      dims: { page: name },
      value,
    })
    await freshSource(team, client, [
      { metric_id: "sessions", date: "2026-10-01", value: 10 },
      page("/", 9),
      page("/buy", 4),
    ])
    const { data, meta } = await ask({ ...october, metrics: ["sessions"], dimensions: ["page"], limit: 1 })
    expect(data.rows).toMatchObject([{ dims: { page: "/" }, values: { sessions: { value: 9 } } }])
    expect(data.totals["sessions"]?.value).toBeNull()
    expect(meta.warnings).toMatchObject([{ code: "not_additive" }])
    const two = await ask({ ...october, metrics: ["sessions"], filter: ["page:/", "page:/buy"] })
    expect(two.data.rows[0]?.values["sessions"]?.value).toBeNull()
    expect((await ask({ ...october, metrics: ["sessions"] })).data.totals["sessions"]?.value).toBe(10)
  })

  it("leaves out a source that has no breakdown by the dimension, with a warning", async () => {
    const { team, client, ask } = await agency()
    const fact = (dims: Record<string, string>) => ({ metric_id: "ad_clicks", date: "2026-10-01", dims, value: 3 })
    await freshSource(team, client, [fact({}), fact({ device: "Tablet" })], { provider: "google_ads" })
    await freshSource(team, client, [fact({})], { provider: "meta_ads" })
    const { data, meta } = await ask({ ...october, metrics: ["ad_clicks"], dimensions: ["device"] })
    expect(data.totals["ad_clicks"]?.value).toBe(3)
    expect(meta.warnings).toMatchObject([{ code: "source_left_out", message: expect.stringContaining("meta_ads") }])
  })

  it("reads only one breakdown of each source, even when several are stored", async () => {
    const { team, client, ask } = await agency()
    const fact = (value: number, dims: Record<string, string>) => ({
      metric_id: "ad_clicks",
      date: "2026-10-01",
      dims,
      value,
    })
    const finest = fact(3, { campaign: "A", device: "Tablet" })
    await freshSource(team, client, [fact(3, { device: "Tablet" }), finest], { provider: "google_ads" })
    await freshSource(team, client, [finest], { provider: "meta_ads" })
    const { data, meta } = await ask({ ...october, metrics: ["ad_clicks"], dimensions: ["device"] })
    expect(data.totals["ad_clicks"]?.value).toBe(6)
    expect(meta.warnings).toEqual([])
  })

  it("reports what is wrong with a query", async () => {
    const { ask } = await agency()
    const names = async (input: object) => {
      const error = await ask(input).catch((e) => e)
      return [error.code, error.errors.map((e: { parameter?: string; pointer?: string }) => e.parameter ?? e.pointer)]
    }
    expect(await names({ metrics: [] })).toEqual(["parameter_invalid", ["metrics"]])
    expect(await names({ metrics: ["sessions", "nope"] })).toEqual(["parameter_invalid", ["/metrics/1"]])
    await expect(ask({ metrics: ["ai_visibility"] })).rejects.toThrow(
      /is an AI-visibility metric\. Query the metrics of an AI-visibility project/,
    )
    const known = { metrics: ["sessions"] }
    expect(await names({ ...known, dimensions: ["colour"] })).toEqual(["parameter_invalid", ["/dimensions/0"]])
    expect(await names({ ...known, filter: ["colour:red"] })).toEqual(["parameter_invalid", ["filter"]])
    expect(await names({ ...known, order_by: "users" })).toEqual(["parameter_invalid", ["order_by"]])
    expect(await names({ ...known, limit: 10_001 })).toEqual(["parameter_invalid", ["limit"]])
    const long = { from: "2025-01-01", to: "2026-02-05", granularity: "day" }
    expect((await ask({ ...known, ...long })).data.rows).toEqual([])
    expect(await names({ ...known, ...long, dimensions: ["device"] })).toEqual(["parameter_invalid", ["granularity"]])
  })

  it("does not find a client of another team", async () => {
    const [{ ask }, other] = [await agency(), await agency()]
    const call = (client_id: string) => ask({ client_id, metrics: ["sessions"] })
    await expect(call(other.client.id)).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(call(exampleId("client"))).rejects.toMatchObject({ code: "resource_not_found" })
  })
})

describe("money", () => {
  const spend = (value: number, date = "2026-10-10") => ({ metric_id: "ad_spend", date, value })
  const query = { ...october, metrics: ["ad_spend", "ad_cpc"] }
  /** Exchange rates belong to no team, so each test uses its own currencies. */
  const rates = (data: { date: string; base: string; quote: string; rate: number }[]) =>
    acrossTeams(() => prisma.fxRate.createMany({ data: data.map((r) => ({ ...r, date: new Date(r.date) })) }))

  it("is not converted while all sources have the client's currency", async () => {
    const { team, client, ask } = await agency({ currency: "EUR" })
    await freshSource(team, client, [spend(1.1), spend(2.2, "2026-10-11")], { account_currency: "EUR" })
    const { data, meta } = await ask(query)
    expect(data.totals["ad_spend"]?.value).toBe(3.3)
    expect(data.columns[0]?.currency).toBe("EUR")
    expect(meta.currency).toEqual({ code: "EUR", converted: false, rates_date: null })
  })

  it.each(["usd", "ABC"])("is not %s, which is no currency code", async (currency) => {
    const { ask } = await agency()
    await expect(ask({ ...query, currency })).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: [{ parameter: "currency", fix: "Use a currency code, such as EUR." }],
    })
  })

  it("is converted with the rate of each day, or of the last day that has one", async () => {
    await rates([
      { date: "2026-10-09", base: "XAA", quote: "XAB", rate: 0.5 },
      { date: "2026-10-12", base: "XAA", quote: "XAB", rate: 2 },
    ])
    const { team, client, ask } = await agency({ currency: "XAB" })
    await freshSource(team, client, [spend(10), spend(3, "2026-10-12")], { account_currency: "XAA" })
    await freshSource(team, client, [spend(7)], { account_currency: "XAB" })
    const { data, meta } = await ask(query)
    expect(data.totals["ad_spend"]?.value).toBe(5 + 6 + 7)
    expect(meta.currency).toEqual({ code: "XAB", converted: true, rates_date: "2026-10-12" })
    expect(meta.warnings).toEqual([])
  })

  it("in two currencies is not summed without a rate", async () => {
    const { team, client, ask } = await agency({ currency: "XBA" })
    await freshSource(team, client, [spend(10)], { account_currency: "XBB" })
    await freshSource(team, client, [spend(7), { metric_id: "ad_clicks", date: "2026-10-10", value: 2 }], {
      account_currency: "XBA",
    })
    const { data, meta } = await ask({ ...query, metrics: ["ad_spend", "ad_clicks"] })
    expect(data.totals).toMatchObject({ ad_spend: { value: null }, ad_clicks: { value: 2 } })
    expect(meta.warnings).toMatchObject([{ code: "currency_rate_missing" }])
  })

  it("is converted through the euro, and says which rate of which day was used", async () => {
    await rates([
      { date: "2026-10-09", base: "EUR", quote: "XDA", rate: 2 },
      { date: "2026-10-09", base: "EUR", quote: "XDB", rate: 3 },
      { date: "2026-10-12", base: "EUR", quote: "XDA", rate: 4 },
      { date: "2026-10-12", base: "EUR", quote: "XDB", rate: 3 },
    ])
    const { team, client, ask } = await agency({ currency: "XDB" })
    await freshSource(team, client, [spend(10), spend(8, "2026-10-12")], { account_currency: "XDA" })
    await freshSource(team, client, [spend(1)], { account_currency: "EUR" })
    const { data, meta } = await ask(query)
    expect(data.totals["ad_spend"]?.value).toBe(15 + 6 + 3)
    expect(meta.exchange_rates).toEqual([
      { currency: "EUR", date: "2026-10-09", rate: 3 },
      { currency: "XDA", date: "2026-10-09", rate: 1.5 },
      { currency: "XDA", date: "2026-10-12", rate: 0.75 },
    ])
    const inEuros = await ask({ ...query, currency: "EUR" })
    expect(inEuros.data.totals["ad_spend"]?.value).toBe(5 + 2 + 1)
  })

  describe("of a source in another currency without rates", () => {
    const day = "2026-10-10"
    const facts = (value: number) => [
      spend(value),
      { metric_id: "ad_conversion_value", date: day, value: 4 * value },
      { metric_id: "ad_conversions", date: day, value: 2 },
      { metric_id: "ad_clicks", date: day, value: 5 },
    ]
    const metrics = ["ad_spend", "ad_roas", "ad_cpa", "ad_cvr"]

    it("does not make the ratios of the first currency null", async () => {
      const { team, client, ask } = await agency({ currency: "XEA" })
      await freshSource(team, client, facts(10), { account_currency: "XEA", provider: "google_ads" })
      const before = await ask({ ...october, metrics })
      await freshSource(team, client, facts(7), { account_currency: "XEB", provider: "meta_ads" })
      const { data, meta } = await ask({ ...october, metrics })
      expect(before.data.totals).toMatchObject({ ad_roas: { value: 4 }, ad_cpa: { value: 5 }, ad_cvr: { value: 0.4 } })
      expect(data.totals).toMatchObject({
        ad_spend: { value: null },
        ad_roas: { value: 4, numerator: 40, denominator: 10 },
        ad_cpa: { value: 5, numerator: 10, denominator: 2 },
        ad_cvr: { value: 0.4, numerator: 4, denominator: 10 },
      })
      expect(meta.warnings).toMatchObject([{ code: "currency_rate_missing" }])
    })

    it("leaves each row of one currency as it would be alone", async () => {
      const { team, client, ask } = await agency({ currency: "XFA" })
      await freshSource(team, client, facts(10), { account_currency: "XFA", provider: "google_ads" })
      await freshSource(team, client, facts(7), { account_currency: "XFB", provider: "meta_ads" })
      const { data } = await ask({ ...october, metrics, dimensions: ["provider"], order_by: "-ad_roas" })
      const rows = Object.fromEntries(data.rows.map(({ dims, values }) => [dims["provider"], values]))
      expect(rows["google_ads"]).toMatchObject({ ad_spend: { value: 10 }, ad_roas: { value: 4 }, ad_cpa: { value: 5 } })
      // An amount in XFB cannot be given in XFA, but a ratio of two such amounts has no currency.
      expect(rows["meta_ads"]).toMatchObject({
        ad_spend: { value: null },
        ad_roas: { value: 4 },
        ad_cpa: { value: null },
      })
    })

    it("leaves ratios in one of the currencies when none of them is the client's", async () => {
      const { team, client, ask } = await agency({ currency: "XGA" })
      await freshSource(team, client, facts(10), { account_currency: "XGB", provider: "google_ads" })
      await freshSource(team, client, facts(7), { account_currency: "XGC", provider: "meta_ads" })
      const { data, meta } = await ask({ ...october, metrics })
      expect(meta.currency).toMatchObject({ code: "XGB", converted: false })
      expect(data.totals).toMatchObject({ ad_spend: { value: null }, ad_roas: { value: 4 }, ad_cpa: { value: 5 } })
    })
  })

  it("does not depend on the currency of sources without data in the period", async () => {
    const { team, client, ask } = await agency({ currency: "XMA" })
    await freshSource(team, client, [spend(7, "2026-08-10")], { account_currency: "XMA" })
    await freshSource(team, client, [spend(10)], { account_currency: "XMB" })
    const { data, meta } = await ask(query)
    expect(data.totals["ad_spend"]?.value).toBe(10)
    expect(meta).toMatchObject({ currency: { code: "XMB" }, warnings: [{ code: "currency_not_converted" }] })
    const compared = await ask({ ...query, compare: "custom", compare_from: "2026-08-01", compare_to: "2026-08-31" })
    expect(compared.data.totals["ad_spend"]).toMatchObject({ value: null, previous: 7 })
  })

  it("in one foreign currency stays in it when rates are missing, unless the query names a currency", async () => {
    const { team, client, ask } = await agency({ currency: "ERN" })
    await freshSource(team, client, [spend(10)], { account_currency: "KPW" })
    const { data, meta } = await ask(query)
    expect(data.totals["ad_spend"]?.value).toBe(10)
    expect(data.columns[0]?.currency).toBe("KPW")
    expect(meta).toMatchObject({ currency: { code: "KPW" }, warnings: [{ code: "currency_not_converted" }] })
    expect((await ask({ ...query, currency: "ERN" })).data.totals["ad_spend"]?.value).toBeNull()
    expect((await ask({ ...query, currency: "KPW" })).meta).toMatchObject({ currency: { code: "KPW" }, warnings: [] })
  })
})
