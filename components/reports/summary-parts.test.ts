import { describe, expect, it } from "vitest"
import { hasSummary, headlineMetrics, summarizedGoals, visibilitySentences } from "./summary-parts"
import type { WidgetData } from "./widget-data"

const widget = (more: object) =>
  ({
    kind: "metric",
    status: "ok",
    title: "",
    columns: [],
    totals: {},
    goal: null,
    ai_visibility: null,
    series: [],
    ...more,
  }) as unknown as WidgetData
const column = (id: string, label: string) => ({ id, label, unit: "money", currency: "EUR" })
const total = (value: number) => ({ value, previous: 100, delta_abs: value - 100, delta_rel: value / 100 - 1 })

describe("the summary of a report", () => {
  it("uses the names of the report, and each metric once", () => {
    const revenue = { columns: [column("revenue", "Revenue")], totals: { revenue: total(90) } }
    const { columns, totals } = headlineMetrics([
      widget({ title: "Revenue from search", ...revenue }),
      widget({ title: "Revenue", ...revenue, totals: { revenue: total(500) } }),
      widget({
        title: "Advertising",
        columns: [column("ad_spend", "Ad spend"), column("ad_clicks", "Ad clicks")],
        totals: { ad_spend: total(70), ad_clicks: total(80) },
      }),
    ])
    expect(columns.map(({ label }) => label)).toEqual(["Revenue from search", "Ad spend", "Ad clicks"])
    expect(totals["revenue"]?.value).toBe(90)
  })

  it("leaves out metrics with another name, incomplete ones, and widgets of other kinds", () => {
    const sessions = { columns: [column("sessions", "Sessions")], totals: { sessions: total(90) } }
    const widgets = [
      widget({ title: "Visitors from Italy", ...sessions }),
      widget({ title: "Sessions", ...sessions, status: "partial" }),
      widget({ title: "Sessions", ...sessions, kind: "table" }),
    ]
    expect(headlineMetrics(widgets)).toEqual({ columns: [], totals: {} })
  })

  it("says where a goal stands, under the title of its widget", () => {
    const goal = {
      ...{ metric: "revenue", value: 60_000, target: 120_000, comparator: "at_least" },
      ...{ starts_on: "2026-11-01", ends_on: "2026-11-30", data_through: "2026-11-20" },
      forecast: { value: 90_000, low: 88_000, high: 92_000, level: 0.8 },
    }
    const goalWidget = widget({
      kind: "goal",
      title: "Revenue this month",
      columns: [column("revenue", "Revenue")],
      goal,
    })
    const [summarized, ...others] = summarizedGoals([goalWidget, widget({})])
    expect(others).toEqual([])
    expect(summarized).toEqual({
      ...{ title: "Revenue this month", words: "off track", isMissed: true },
      sentence: "€30,000 short of the target at the current pace. €6,000 a day is needed, against €3,000 a day so far.",
    })
    const isMissed = (more: object) =>
      summarizedGoals([{ ...goalWidget, goal: { ...goal, ...more } } as WidgetData])[0]?.isMissed
    expect(isMissed({ forecast: { value: 119_000, low: 110_000, high: 128_000, level: 0.8 } })).toBe(false)
    expect(isMissed({ value: 120_000 })).toBe(false)
    expect(isMissed({ comparator: "at_most", target: 50_000 })).toBe(true)
  })

  it("opens a report only with a comparison and something to say", () => {
    const days = { from: "2026-11-01", to: "2026-11-28" }
    const revenue = widget({
      title: "Revenue",
      columns: [column("revenue", "Revenue")],
      totals: { revenue: total(90) },
    })
    expect(hasSummary([revenue], { days, comparison: days })).toBe(true)
    expect(hasSummary([revenue], { days, comparison: null })).toBe(false)
    expect(hasSummary([widget({})], { days, comparison: days })).toBe(false)
  })

  it("says how visible your brand is, and whether that changed", () => {
    const row = (id: string, verdict: string | null, more: object = {}) => ({
      brand: { id, name: "Bergamo Bikes", kind: "own" },
      group: {},
      visibility: { value: 0.618 },
      change: verdict && { verdict, delta_abs: 0.13, delta_compared: 0.13 },
      ...more,
    })
    const competitor = { brand: { id: "brd_0", name: "Alpenrad", kind: "competitor" } }
    const visibilityOf = (scans_n: number, ...rows: object[]) => ({ ai_visibility: { totals: { scans_n }, rows } })
    const sentencesOf = (...rows: object[]) =>
      visibilitySentences(rows.map((own) => widget(visibilityOf(4, row("brd_0", null, competitor), own))))
    const is = "In the 4 scans of this period, 61.8% of AI answers mentioned Bergamo Bikes"
    expect(sentencesOf(row("brd_1", "up"), row("brd_1", "up"))).toEqual([
      `${is}, up 13 points from the comparison period.`,
    ])
    expect(sentencesOf(row("brd_1", "no_clear_change"), row("brd_2", "insufficient"))).toEqual([
      `${is}, without a clear change since the comparison period.`,
      `${is}.`,
    ])
    expect(visibilitySentences([widget(visibilityOf(1, row("brd_1", null)))])).toEqual([
      "In the scan of this period, 61.8% of AI answers mentioned Bergamo Bikes.",
    ])
    expect(sentencesOf(row("brd_1", null, { visibility: { value: null } }))).toEqual([])
    const points = [
      { date: "2026-11-20", value: 0.6 },
      { date: "2026-11-27", value: 0.697 },
    ]
    const byScan = { ...visibilityOf(4, row("brd_1", null)), series: [{ labels: { brand: "Bergamo Bikes" }, points }] }
    expect(visibilitySentences([widget(byScan)])).toEqual([`${is}. Latest scan, 27 Nov: 69.7%.`])
    const ofOneScan = { ...byScan, ...visibilityOf(1, row("brd_1", null)) }
    expect(visibilitySentences([widget(ofOneScan)])[0]).not.toContain("Latest scan")
    expect(sentencesOf(row("brd_1", null, { group: { engine: "openai" } }))).toEqual([])
  })
})
