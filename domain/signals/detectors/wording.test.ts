import { expect, it } from "vitest"
import { formatDays, formatDeviation, formatHours, formatMetric, formatPoints, labelOf, labelWithin } from "./wording"

const metric = (metric_id: string, currency: string | null = null) => ({ metric_id, currency })

it("values are formatted by the unit of their metric", () => {
  expect(formatMetric(0.2449, metric("engagement_rate"))).toBe("24.5%")
  expect(formatMetric(12.4, metric("ad_cpc", "EUR"))).toBe("€12.40")
})

it("differences of shares are percentage points, and long times are days", () => {
  expect([0.01, -0.075, 0.004].map(formatPoints)).toEqual([
    "1 percentage point",
    "8 percentage points",
    "0.4 percentage points",
  ])
  expect([47.6, 48, 60].map(formatHours)).toEqual(["48 h", "2 days", "2.5 days"])
})

it("labels name the metric and the part that was examined", () => {
  expect(labelOf(metric("search_clicks"))).toBe("Search clicks")
  expect(labelOf({ ...metric("search_clicks"), filterLabel: "Brand queries" })).toBe("Search clicks (Brand queries)")
  expect([metric("ad_spend"), metric("ai_visibility")].map(labelWithin)).toEqual(["ad spend", "AI visibility"])
})

it("days are written without a year, and a single day only once", () => {
  expect(formatDays({ from: "2026-11-19", to: "2026-11-19" })).toBe("on 19 November")
  expect(formatDays({ from: "2026-11-30", to: "2026-12-02" })).toBe("from 30 November to 2 December")
})

it("deviations are percentages, and multiples from three times the expected value on", () => {
  expect([58, 142, 299, 300].map((value) => formatDeviation(value, 100))).toEqual([
    "42% below expected",
    "42% above expected",
    "199% above expected",
    "3 times the expected value",
  ])
  expect(formatDeviation(5, 0)).toBe("above an expected value of 0")
})
