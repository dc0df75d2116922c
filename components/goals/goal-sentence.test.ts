import { expect, it } from "vitest"
import type { CurvedGoal } from "./goal-curve"
import type { Goal } from "./goal-name"
import { goalSentence } from "./goal-sentence"

const goal: CurvedGoal = {
  metric: "revenue",
  value: 75_630,
  target: 120_000,
  comparator: "at_least",
  starts_on: "2026-11-01",
  ends_on: "2026-11-30",
  data_through: "2026-11-26",
  forecast: { value: 87_978, low: 87_074, high: 88_882, level: 0.8 },
}
const euros = { unit: "money" as const, currency: "EUR" }
const say = (change: Partial<CurvedGoal> & { status?: Goal["status"] }) => goalSentence({ ...goal, ...change }, euros)
const forecast = (low: number, high: number) => ({ value: (low + high) / 2, low, high, level: 0.8 as const })

it("names the gap at the current pace, and the pace that would close it", () => {
  expect(say({})).toBe(
    "€32,022 short of the target at the current pace. €11,093 a day is needed, against €2,909 a day so far.",
  )
  expect(say({ forecast: forecast(121_000, 123_000) })).toMatch(/^€2,000 above the target at the current pace\./)
})

it("does not decide for a forecast whose interval contains the target", () => {
  expect(say({ forecast: forecast(110_000, 130_000) })).toMatch(/^The forecast is too close to the target to call\./)
})

it("says nothing about the end without a forecast", () => {
  expect(say({ forecast: null })).toBe("€11,093 a day is needed, against €2,909 a day so far.")
})

it("says that a target is reached before the end", () => {
  expect(say({ value: 120_000 })).toBe("The target is reached, with 4 days left.")
})

it("describes budgets and limits, where less is better", () => {
  const budget = { metric: "ad_spend", comparator: "at_most" as const, value: 5_558, target: 8_500 }
  expect(say({ ...budget, forecast: forecast(6_438, 6_466) })).toBe(
    "€2,048 of the budget stays unspent at the current pace. The budget leaves €736 a day, against €214 a day so far.",
  )
  expect(say({ ...budget, forecast: forecast(9_000, 9_200) })).toMatch(/^€600 over the budget at the current pace\./)
  expect(say({ ...budget, value: 9_000, data_through: "2026-11-29" })).toBe("€500 over the budget, with 1 day left.")
  expect(say({ ...budget, metric: "ad_clicks", forecast: forecast(6_438, 6_466) })).toMatch(
    /^€2,048 below the limit at the current pace\. The limit leaves/,
  )
})

it("states the result of a goal that has ended", () => {
  expect(say({ status: "missed", data_through: "2026-11-30", forecast: null })).toBe("€44,370 short of the target.")
  expect(say({ status: "met", value: 120_000, data_through: "2026-12-24", forecast: null })).toBe(
    "Exactly at the target.",
  )
})

it("names no amount for a difference that rounds to zero", () => {
  expect(say({ status: "missed", value: 119_999.7, data_through: "2026-11-30", forecast: null })).toBe(
    "Almost exactly at the target.",
  )
  expect(say({ value: 119_999.7 })).toContain("The target is almost reached")
})

it("keeps the cents of small amounts when a goal has ended", () => {
  const budget = { metric: "ad_spend", comparator: "at_most" as const, value: 512.3, target: 500, forecast: null }
  expect(say({ ...budget, data_through: "2026-11-30" })).toBe("€12.30 over the budget.")
})

it.each<[string, Parameters<typeof say>[0]]>([
  ["ratios", { metric: "ad_roas" }],
  ["archived goals", { status: "archived" }],
  ["goals without data", { value: null, data_through: null }],
])("says nothing about %s", (_, change) => {
  expect(say(change)).toBeNull()
})
