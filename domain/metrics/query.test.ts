import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, freshTeam } from "@/domain/testing/team"
import { addDays, firstOfWeek } from "./calendar"

/** One line of an ads platform's report: a day, device and campaign. */
type Line = {
  date: string
  device: string
  campaign: string
  ad_clicks: number
  ad_impressions: number
  ad_spend: number
}
const metricIds = ["ad_clicks", "ad_impressions", "ad_spend"] as const
const from = "2026-01-05"
const to = "2026-02-15"

const line: fc.Arbitrary<Line> = fc.record({
  date: fc.integer({ min: 0, max: 41 }).map((n) => addDays(from, n)),
  device: fc.constantFrom("Computer", "Tablet", "Phone"),
  campaign: fc.constantFrom("A", "B", "C", "D"),
  ad_clicks: fc.integer({ min: 0, max: 500 }),
  ad_impressions: fc.integer({ min: 0, max: 9_000 }),
  ad_spend: fc.integer({ min: 0, max: 90_000 }).map((cents) => cents / 100),
})
const lines = fc.array(line, { minLength: 1, maxLength: 120 })

/** Every breakdown of `lines` that an importer would store. */
function breakdowns(of: Line[]) {
  return [[], ["device"], ["campaign"], ["campaign", "device"]].flatMap((keys) => {
    const groups = Map.groupBy(of, (l) => JSON.stringify([l.date, ...keys.map((k) => l[k as "device"])]))
    return [...groups.values()].flatMap((group) =>
      metricIds.map((metric_id) => ({
        metric_id,
        date: group[0]?.date ?? "",
        dims: Object.fromEntries(keys.map((k) => [k, group[0]?.[k as "device"] ?? ""])),
        value: sum(group, metric_id),
      })),
    )
  })
}

const sum = (of: Line[], metric: (typeof metricIds)[number]) => Number(of.reduce((n, l) => n + l[metric], 0).toFixed(6))
const near = (value: number | null | undefined, wanted: number) => expect(value ?? 0).toBeCloseTo(wanted, 6)

async function account(of: Line[]) {
  const team = await freshTeam()
  const client = await freshClient(team)
  await freshSource(team, client, breakdowns(of), { provider: "microsoft_ads" })
  const metrics = ["ad_clicks", "ad_spend", "ad_ctr"]
  return (more: object) =>
    run(queryClientMetrics, asKey(team), { client_id: client.id, from, to, metrics, ...more } as never)
}

describe("a metric query", () => {
  it("returns rows and `other` that add up to the totals exactly, and is truncated when rows are missing", async () => {
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.integer({ min: 1, max: 40 }),
        fc.subarray(["device", "campaign"]),
        fc.constantFrom("total", "day", "week", "month"),
        fc.constantFrom(undefined, "-ad_spend", "ad_ctr", "-date"),
        async (of, limit, dimensions, granularity, order_by) => {
          const ask = await account(of)
          const { data, meta } = await ask({ limit, dimensions, granularity, order_by })
          expect(meta.truncated).toBe(data.rows_total > data.rows_returned)
          expect(data.rows_returned).toBe(Math.min(limit, data.rows_total))
          expect(data.other === null).toBe(data.rows_total === data.rows_returned)
          for (const id of ["ad_clicks", "ad_spend"] as const) {
            const returned = data.rows.reduce((n, row) => n + (row.values[id]?.value ?? 0), 0)
            near(data.totals[id]?.value, Number((returned + (data.other?.[id]?.value ?? 0)).toFixed(6)))
            near(data.totals[id]?.value, sum(of, id))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it("computes the same sums as plain code, for any bucket, dimension and filter", async () => {
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.subarray(["device", "campaign"] as const),
        fc.subarray(["Computer", "Tablet", "Phone"], { minLength: 1 }),
        fc.constantFrom("day", "week", "month"),
        async (of, dimensions, devices, granularity) => {
          const ask = await account(of)
          const { data } = await ask({ dimensions, granularity, filter: devices.map((device) => `device:${device}`) })
          const matching = of.filter((l) => devices.includes(l.device))
          const groups = Map.groupBy(matching, (l) =>
            [bucket(l.date, granularity), ...dimensions.map((d) => l[d])].join(),
          )
          expect(data.rows_total).toBe(groups.size)
          for (const { dims, values } of data.rows) {
            const group = groups.get(
              [dims[granularity === "day" ? "date" : granularity], ...dimensions.map((d) => dims[d])].join(),
            )
            near(values["ad_clicks"]?.value, sum(group ?? [], "ad_clicks"))
            near(values["ad_spend"]?.value, sum(group ?? [], "ad_spend"))
            expect(values["ad_ctr"]).toMatchObject(ratio(group ?? []))
          }
          expect(data.totals["ad_ctr"]).toMatchObject(matching.length > 0 ? ratio(matching) : { value: null })
        },
      ),
      { numRuns: 25 },
    )
  })

  it("adds up to the same total by day, week and month", async () => {
    const of = fc.sample(lines, { numRuns: 1, seed: 7 })[0] ?? []
    const ask = await account(of)
    for (const granularity of ["day", "week", "month"]) {
      const { data } = await ask({ granularity })
      near(
        data.rows.reduce((n, row) => n + (row.values["ad_clicks"]?.value ?? 0), 0),
        sum(of, "ad_clicks"),
      )
    }
    const { data } = await ask({})
    expect(data.rows).toHaveLength(1)
    expect(data.rows[0]?.values).toEqual(data.totals)
  })

  it("compares each day with its counterpart, and counts groups in the totals that exist only in the comparison", async () => {
    const of: Line[] = [
      { date: "2026-01-05", device: "Tablet", campaign: "A", ad_clicks: 10, ad_impressions: 100, ad_spend: 4 },
      { date: "2026-01-06", device: "Tablet", campaign: "B", ad_clicks: 5, ad_impressions: 0, ad_spend: 1 },
      { date: "2026-01-12", device: "Tablet", campaign: "A", ad_clicks: 15, ad_impressions: 300, ad_spend: 2 },
    ]
    const ask = await account(of)
    const week = { from: "2026-01-12", to: "2026-01-18", compare: "previous_period" }
    const { data, meta } = await ask({ ...week, granularity: "day" })
    expect(meta.comparison).toEqual({ mode: "previous_period", from: "2026-01-05", to: "2026-01-11", complete: true })
    expect(data.rows).toHaveLength(1)
    expect(data.rows[0]).toMatchObject({
      dims: { date: "2026-01-12" },
      values: {
        ad_clicks: { value: 15, previous: 10, delta_abs: 5, delta_rel: 0.5, trend_is: "good", numerator: null },
        ad_spend: { value: 2, previous: 4, delta_abs: -2, delta_rel: -0.5, trend_is: "neutral" },
        ad_ctr: { value: 0.05, previous: 0.1, delta_abs: -0.05, trend_is: "bad", numerator: 15, denominator: 300 },
      },
    })
    expect(data.totals["ad_clicks"]).toMatchObject({ value: 15, previous: 15, delta_abs: 0, trend_is: "neutral" })
    const byCampaign = await ask({ ...week, dimensions: ["campaign"] })
    expect(byCampaign.data.rows.map((row) => row.dims["campaign"])).toEqual(["A"])
    expect(byCampaign.data.totals["ad_clicks"]?.previous).toBe(15)
  })

  it("returns null for a ratio without a denominator, and no percentage for a change from zero", async () => {
    const of: Line[] = [
      { date: "2026-01-11", device: "Tablet", campaign: "A", ad_clicks: 0, ad_impressions: 0, ad_spend: 0 },
      { date: "2026-01-12", device: "Tablet", campaign: "A", ad_clicks: 3, ad_impressions: 0, ad_spend: 0 },
    ]
    const { data } = await (await account(of))({ from: "2026-01-12", to: "2026-01-12", compare: "previous_period" })
    expect(data.totals["ad_ctr"]).toMatchObject({ value: null, numerator: 3, denominator: 0, delta_abs: null })
    expect(data.totals["ad_clicks"]).toMatchObject({ value: 3, previous: 0, delta_abs: 3, delta_rel: null })
  })
})

const bucket = (date: string, granularity: string) =>
  granularity === "day" ? date : granularity === "week" ? firstOfWeek(date, 1) : date.slice(0, 7)

function ratio(of: Line[]) {
  const numerator = sum(of, "ad_clicks")
  const denominator = sum(of, "ad_impressions")
  return { value: denominator === 0 ? null : numerator / denominator, numerator, denominator }
}
