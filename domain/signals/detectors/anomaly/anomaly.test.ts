import { describe, expect, it } from "vitest"
import { daysFrom, ratioDays, repeated, sessions, spend } from "../testing/days"
import type { MetricSubject } from "../wording"
import { detectAnomalies } from "./anomaly"

const steady = (value: number) => repeated(value, 120)
const find = (values: (number | null)[], subject: MetricSubject = sessions) =>
  detectAnomalies(subject, daysFrom(values))

it("a finding describes the day, the expected range and the deviation", () => {
  expect(find([...steady(1_000), 500])).toEqual([
    {
      type: "metric_anomaly",
      category: "metric",
      severity: "critical",
      direction: "down",
      impact: "negative",
      title: "Sessions 50% below expected",
      summary: "Sessions came to 500 on 5 May, where 867 to 1,153 were expected.",
      subject: { kind: "metric", metric_id: "sessions" },
      observed: { value: 500, numerator: null, denominator: null, n: null },
      expected: { value: expect.closeTo(1_000, 6), low: expect.closeTo(866.96, 2), high: expect.closeTo(1_153, 2) },
      score: expect.closeTo(-Math.log(1_020 / 520) / 0.03, 6),
      method: "weekday_level_budget.v2",
      evidence: { kind: "series", ids: [], counts: { alert_days: 1 } },
      dedupe_key: "metric_anomaly:sessions:::down",
      period: { from: "2026-05-05", to: "2026-05-05" },
      baseline: { from: "2026-03-10", to: "2026-05-04" },
    },
  ])
  expect(find([...steady(1_000), 1_170])[0]).toMatchObject({ direction: "up", impact: "positive", severity: "warning" })
  expect(find([...steady(1_000), 850])[0]).toMatchObject({ severity: "warning", impact: "negative" })
})

it("consecutive days are one finding about the largest deviation", () => {
  const found = find([...steady(1_000), 700, 400, null, 1_000, 700, 1_000, 1_000, 1_000, 700])
  expect(found.map(({ period }) => period)).toEqual([
    { from: "2026-05-05", to: "2026-05-09" },
    { from: "2026-05-13", to: "2026-05-13" },
  ])
  expect(found[0]).toMatchObject({
    observed: { value: 400 },
    summary: expect.stringContaining("on 6 May, where"),
    evidence: { counts: { alert_days: 3 } },
  })
  expect(found[0]?.summary).toContain(", the largest of 3 deviations from 5 May to 9 May.")
})

it("days in opposite directions are two findings", () => {
  expect(find([...steady(1_000), 500, 2_000]).map(({ direction }) => direction)).toEqual(["down", "up"])
})

describe("volume", () => {
  it("of counts must be at least 30 expected", () => {
    expect([find([...steady(29), 0]).length, find([...steady(30), 0]).length]).toEqual([0, 1])
  })
  it("does not matter for money", () => {
    expect(find([...steady(2), 0.2], spend)).toHaveLength(1)
  })
  it("of ratios is the denominator: smaller days are missing", () => {
    const rate = (pairs: (readonly [number, number])[]) =>
      detectAnomalies({ metric_id: "ad_cpc", currency: "USD" }, ratioDays(pairs))
    const usual = repeated([100, 100] as const, 120)
    expect([rate([...usual, [90, 30]]).length, rate([...usual, [90, 29]]).length]).toEqual([1, 0])
    expect(rate([...repeated([50, 100] as const, 120), [10, 30]])).toHaveLength(1)
  })
  it("of shares must exclude chance: four binomial standard deviations", () => {
    const rate = (numerator: number, denominator: number) =>
      detectAnomalies(
        { metric_id: "engagement_rate", currency: null },
        ratioDays([...repeated([50, 100] as const, 120), [numerator, denominator]]),
      ).length
    // 0.5 / sqrt(100) = 0.05, and four times that is 0.2
    expect([rate(29, 100), rate(31, 100), rate(71, 100), rate(69, 100)]).toEqual([1, 0, 1, 0])
    expect([rate(310, 1_000), rate(490, 1_000)]).toEqual([1, 0])
  })
  it("of a ratio that is no share, or whose parts are not known, is not tested for chance", () => {
    const rate = (usual: number, numerator: number) =>
      detectAnomalies(
        { metric_id: "ad_roas", currency: null },
        ratioDays([...repeated([usual, 100] as const, 120), [numerator, 30]]),
      ).length
    // With a denominator of 30, chance explains differences of up to 0.22 from 0.9, and up to 0.29 from 0.8.
    expect([rate(90, 33), rate(80, 30), rate(200, 40)]).toEqual([1, 0, 1])
    const engagementRate = { metric_id: "engagement_rate", currency: null }
    expect(find([...repeated(0.5, 120), 0.3], engagementRate)).toHaveLength(1)
  })
})

it("a fall of search clicks has a type of its own", () => {
  const clicks = { metric_id: "search_clicks", currency: null, filterLabel: "Brand queries" }
  expect(find([...steady(500), 100], clicks)[0]).toMatchObject({
    type: "search_traffic_drop",
    category: "search",
    title: "Search clicks (Brand queries) 80% below expected",
    dedupe_key: "search_traffic_drop:search_clicks:::down",
  })
  expect(find([...steady(500), 1_000], clicks)[0]?.type).toBe("metric_anomaly")
})

it("the budget of alerts is a setting", () => {
  const values = Array.from({ length: 400 }, (_, i) => 1_000 + ((i * 7919) % 613))
  const count = (alertsPerMonth: number) => detectAnomalies(sessions, daysFrom(values), { alertsPerMonth }).length
  expect(count(6)).toBeGreaterThan(count(0.05))
})

it("missing days, short series and no days cause no finding", () => {
  expect([find([]), find([5]), find(repeated(null, 200)), find([...repeated(1_000, 30), 1])]).toEqual([[], [], [], []])
  const days = daysFrom([...steady(1_000), 1_000, 400]).filter((_, i) => i !== 120)
  expect(detectAnomalies(sessions, days)[0]?.period.from).toBe("2026-05-06")
})
