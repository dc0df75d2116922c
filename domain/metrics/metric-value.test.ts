import { describe, expect, it } from "vitest"
import { computeMetric } from "./metric-value"

const sums = (values: Record<string, number | null>) => (storedMetric: string) => values[storedMetric] ?? null

describe("a metric value and its comparison", () => {
  it.each([
    { value: 150, previous: 100, delta_abs: 50, delta_rel: 0.5, trend_is: "good" },
    { value: 50, previous: 100, delta_abs: -50, delta_rel: -0.5, trend_is: "bad" },
    { value: -25, previous: -50, delta_abs: 25, delta_rel: 0.5, trend_is: "good" },
    { value: -75, previous: -50, delta_abs: -25, delta_rel: -0.5, trend_is: "bad" },
    { value: 20, previous: 0, delta_abs: 20, delta_rel: null, trend_is: "good" },
    { value: 20, previous: 20, delta_abs: 0, delta_rel: 0, trend_is: "neutral" },
    { value: 20, previous: null, delta_abs: null, delta_rel: null, trend_is: "neutral" },
    { value: null, previous: 20, delta_abs: null, delta_rel: null, trend_is: "neutral" },
  ])("compares $value with $previous", ({ value, previous, ...change }) => {
    expect(computeMetric("revenue", sums({ revenue: value }), sums({ revenue: previous }))).toMatchObject({
      value,
      previous,
      ...change,
    })
  })
})

describe("a ratio", () => {
  const none = sums({})
  const ratio = (id: string, values: Record<string, number | null>) => {
    const { value, numerator, denominator } = computeMetric(id, sums(values), none)
    return { value, numerator, denominator }
  }

  it("divides the sums and multiplies the result", () => {
    expect(ratio("ad_ctr", { ad_clicks: 3, ad_impressions: 200 })).toEqual({
      value: 0.015,
      numerator: 3,
      denominator: 200,
    })
    expect(ratio("ad_cpm", { ad_spend: 3, ad_impressions: 200 })).toEqual({ value: 15, numerator: 3, denominator: 200 })
  })

  it.each([
    { ad_clicks: 3, ad_impressions: 0 },
    { ad_clicks: 3, ad_impressions: null },
    { ad_clicks: null, ad_impressions: 200 },
  ])("is null for %o", (values) => {
    expect(ratio("ad_ctr", values)).toEqual({
      value: null,
      numerator: values.ad_clicks,
      denominator: values.ad_impressions,
    })
  })

  it("subtracts without the rounding noise of binary fractions", () => {
    expect(ratio("bounce_rate", { sessions: 0.3, engaged_sessions: 0.1 }).numerator).toBe(0.2)
  })
})

describe("a sum", () => {
  it("has neither numerator nor denominator, and every digit", () => {
    const { value, numerator, denominator } = computeMetric("revenue", sums({ revenue: 0.1234567890123456 }), sums({}))
    expect([value, numerator, denominator]).toEqual([0.1234567890123456, null, null])
  })
})

describe("a rise", () => {
  it.each([
    ["revenue", "good"],
    ["bounce_rate", "bad"],
    ["ad_spend", "neutral"],
  ])("of %s is %s", (id, trend) => {
    const values = { revenue: 1, ad_spend: 1, sessions: 10, engaged_sessions: 5 }
    const later = { revenue: 2, ad_spend: 2, sessions: 10, engaged_sessions: 4 }
    expect(computeMetric(id, sums(later), sums(values)).trend_is).toBe(trend)
    const fall = { good: "bad", bad: "good", neutral: "neutral" }[trend]
    expect(computeMetric(id, sums(values), sums(later)).trend_is).toBe(fall)
  })
})
