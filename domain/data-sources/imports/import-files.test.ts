import { existsSync, readFileSync } from "node:fs"
import { parse } from "csv-parse/sync"
import { describe, expect, it } from "vitest"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { freshClient } from "@/domain/testing/client"
import { asKey, freshTeam } from "@/domain/testing/team"
import { importMetrics, type MetricsImport } from "./import-metrics"

const real = "../shared/data"
/** Exports of ad platforms and daily series: made ones, and real ones where this machine has them. */
const collections = [
  {
    title: "a made file",
    microsoft: { file: "domain/data-sources/testing/microsoft-ads.csv", from: "2026-02-26", to: "2026-03-03", days: 6 },
    google: { file: "domain/data-sources/testing/google-ads.csv", lines: 8, from: "2026-03-01", to: "2026-03-31" },
    meta: { file: "domain/data-sources/testing/meta-ads.csv", lines: 6, from: "2026-03-01", to: "2026-03-31" },
    series: { file: "domain/data-sources/testing/visitors-by-day.csv", lines: 60 },
    logarithms: { file: "domain/data-sources/testing/views-log-by-day.csv", lines: 60 },
  },
  {
    title: `a real file of ${real}`,
    microsoft: { file: `${real}/ads/microsoft_ads_daily.csv`, from: "2018-09-17", to: "2019-06-27", days: 238 },
    google: {
      file: `${real}/ads/google_ads_campaign_stats_data.csv`,
      lines: 16,
      from: "2021-01-01",
      to: "2021-12-31",
    },
    meta: { file: `${real}/ads/facebook_ads_basic_ad_data.csv`, lines: 10, from: "2020-12-01", to: "2020-12-31" },
    series: { file: `${real}/series/pedestrians_daily.csv`, lines: 1_490 },
    logarithms: { file: `${real}/series/wikipedia_views_log_daily.csv`, lines: 2_905 },
  },
].filter(({ google }) => existsSync(google.file))

type Row = Record<string, string>
const read = (file: string): Row[] => parse(readFileSync(file), { columns: true, bom: true })
const sum = (rows: Row[], column: string, change = (n: number) => n) =>
  rows.reduce((total, row) => total + (row[column] === "" ? 0 : change(Number(row[column]))), 0)

async function imported(file: string, more: Partial<MetricsImport> = {}) {
  const team = await freshTeam()
  const client = await freshClient(team)
  const order = {
    teamId: team.id,
    client: { id: client.id, timezone: "UTC", currency: "USD" },
    file,
    ...more,
  }
  const summary = await importMetrics(order)
  const ask = async (query: object) =>
    (await run(queryClientMetrics, asKey(team), { client_id: client.id, ...query } as never)).data
  return { summary, order, ask, rows: read(file) }
}

describe.each(collections)("importing $title", ({ microsoft, google, meta, series, logarithms }) => {
  it("of Microsoft Ads matches the file's sums, in total and by device, campaign and both", async () => {
    const { file, from, to, days } = microsoft
    const { summary, ask, rows } = await imported(file)
    expect(summary).toMatchObject({ provider: "microsoft_ads", lines_read: rows.length, from, to, errors: [] })
    const metrics = ["ad_clicks", "ad_impressions", "ad_spend", "ad_conversions", "ad_conversion_value", "ad_ctr"]
    const query = { metrics, from, to }
    const { totals } = await ask(query)
    const clicks = sum(rows, "clicks")
    const impressions = sum(rows, "impressions")
    expect(totals["ad_clicks"]?.value).toBe(clicks)
    expect(totals["ad_impressions"]?.value).toBe(impressions)
    expect(totals["ad_spend"]?.value).toBeCloseTo(sum(rows, "spend"), 6)
    expect(totals["ad_conversions"]?.value).toBe(sum(rows, "conversions"))
    expect(totals["ad_conversion_value"]?.value).toBeCloseTo(sum(rows, "revenue"), 6)
    expect(totals["ad_ctr"]).toMatchObject({ value: clicks / impressions, numerator: clicks, denominator: impressions })

    for (const [dimensions, columns] of [
      [["device"], ["device_type"]],
      [
        ["campaign", "device", "network"],
        ["campaign_id", "device_type", "network"],
      ],
      [
        ["network", "campaign"],
        ["network", "campaign_id"],
      ],
    ] as const) {
      const groups = Map.groupBy(rows, (row) => columns.map((c) => row[c]).join("|"))
      const byDimension = await ask({ ...query, dimensions })
      expect(byDimension.rows_total).toBe(groups.size)
      for (const { dims, values } of byDimension.rows) {
        const group = groups.get(dimensions.map((d) => dims[d]).join("|")) ?? []
        expect(values["ad_clicks"]?.value).toBe(sum(group, "clicks"))
        expect(values["ad_spend"]?.value).toBeCloseTo(sum(group, "spend"), 6)
      }
    }
    const byDay = await ask({ ...query, granularity: "day" })
    expect(byDay.rows_total).toBe(days)
  })

  it("of Google Ads converts micros to the currency unit", async () => {
    const { summary, ask, rows } = await imported(google.file)
    expect(summary).toMatchObject({ provider: "google_ads", lines_read: google.lines, errors: [] })
    const { totals } = await ask({
      metrics: ["ad_spend", "ad_clicks", "ad_conversions"],
      from: google.from,
      to: google.to,
    })
    expect(totals["ad_spend"]?.value).toBe(sum(rows, "cost_micros") / 1e6)
    expect(totals["ad_clicks"]?.value).toBe(sum(rows, "clicks"))
    expect(totals["ad_conversions"]?.value).toBe(0)
  })

  it("of Meta Ads counts link clicks", async () => {
    const { summary, ask, rows } = await imported(meta.file)
    expect(summary).toMatchObject({ provider: "meta_ads", lines_read: meta.lines, errors: [] })
    const { totals, rows: ads } = await ask({
      metrics: ["ad_spend", "ad_clicks", "ad_impressions"],
      dimensions: ["ad"],
      from: meta.from,
      to: meta.to,
    })
    expect(totals["ad_spend"]?.value).toBeCloseTo(sum(rows, "spend"), 6)
    expect(totals["ad_clicks"]?.value).toBe(sum(rows, "inline_link_clicks"))
    expect(totals["ad_impressions"]?.value).toBe(sum(rows, "impressions"))
    expect(ads).toHaveLength(new Set(rows.map((row) => row["ad_id"])).size)
  })

  it("with a daily series uses the given metric completely, and changes nothing on a second import", async () => {
    const { file, lines } = series
    const { summary, order, ask, rows } = await imported(file, { metric: "sessions", account: "main" })
    expect(summary).toMatchObject({ provider: "csv", lines_read: lines, facts_added: lines, errors: [] })
    let total = 0
    for (const [from, to] of spans(rows))
      total += (await ask({ metrics: ["sessions"], from, to })).totals["sessions"]?.value ?? 0
    expect(total).toBe(sum(rows, "y"))
    expect(await importMetrics(order)).toMatchObject({ facts_added: 0, facts_restated: 0, facts_unchanged: lines })
  })

  it("of logarithms stores the original values", async () => {
    const { summary, ask, rows } = await imported(logarithms.file, {
      metric: "page_views",
      transform: "exp",
      account: "main",
    })
    expect(summary).toMatchObject({ lines_read: logarithms.lines, errors: [] })
    let total = 0
    for (const [from, to] of spans(rows))
      total += (await ask({ metrics: ["page_views"], from, to })).totals["page_views"]?.value ?? 0
    const wanted = sum(rows, "y", Math.exp)
    expect(Math.abs(total - wanted)).toBeLessThan(0.01)
    expect(summary.totals["page_views"]).toBeCloseTo(total, 3)
  })
})

/** Splits the days of a long file into periods that the API allows (800 days). */
function spans(rows: Row[]) {
  const days = rows.map((row) => row["ds"] ?? "").sort()
  const found: [from: string, to: string][] = []
  for (let from = days[0] ?? ""; from <= (days.at(-1) ?? ""); from = addDays(from, 800))
    found.push([from, addDays(from, 799)])
  return found
}
