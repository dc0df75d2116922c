import { expect, it } from "vitest"
import { daysFrom, repeated, spend } from "../testing/days"
import { detectBudget } from "./budget"

/** 30 days. */
const april = { id: "goal_1", starts_on: "2026-04-01", ends_on: "2026-04-30" }
/** Spends the same amount every day, from 28 days before the period to its day `through`. */
const find = (target: number, { daily = 100, through = 10 } = {}) =>
  detectBudget(spend, daysFrom(repeated(daily, 28 + through), "2026-03-04"), { ...april, target })

it("the detector reports a forecast above 110% or below 85% of the budget", () => {
  expect([3_000 / 1.1 - 0.1, 3_000 / 1.1 + 0.1].map((target) => find(target)?.type)).toEqual([
    "budget_pacing",
    undefined,
  ])
  expect([3_000 / 0.85 + 0.1, 3_000 / 0.85 - 0.1].map((target) => find(target)?.type)).toEqual([
    "budget_pacing",
    undefined,
  ])
  expect([110, 85].map((daily) => find(3_000, { daily }))).toEqual([null, null])
})

it("a finding is critical above 125%", () => {
  expect([2_400, 2_399].map((target) => find(target)?.severity)).toEqual(["warning", "critical"])
  expect(find(30_000)?.severity).toBe("warning")
})

it("the detector waits until 20% of the period has passed", () => {
  expect([5, 6].map((through) => find(1_500, { through })?.type)).toEqual([undefined, "budget_pacing"])
})

it("the detector reports a spent budget at once, and only that", () => {
  expect([1_000, 1_001].map((target) => find(target)?.type)).toEqual(["budget_exceeded", "budget_pacing"])
  expect(find(100, { through: 1 })?.type).toBe("budget_exceeded")
})

it("the detector finds nothing without a budget and without data", () => {
  expect([find(0), detectBudget(spend, [], { ...april, target: 100 })]).toEqual([null, null])
})

it("a finding describes spend, forecast and budget", () => {
  expect(find(2_500)).toEqual({
    type: "budget_pacing",
    category: "budget",
    severity: "warning",
    direction: "up",
    impact: "negative",
    title: "Ad spend forecast 20% above budget",
    summary:
      "Ad spend was $1,000 by 10 April and is forecast to reach $3,000 by 30 April, which is 120% of the budget of $2,500.",
    subject: { kind: "goal", goal_id: "goal_1", metric_id: "ad_spend" },
    observed: { value: 3_000, numerator: null, denominator: null, n: null },
    expected: { value: 2_500, low: 2_125, high: 2_750 },
    score: null,
    method: "weekday_median_projection.v1",
    evidence: {
      kind: "projection",
      ids: [],
      counts: { to_date: 1_000, projected: 3_000, target: 2_500, days_left: 20 },
    },
    dedupe_key: "budget_pacing:goal_1:up",
    period: { from: "2026-04-01", to: "2026-04-10" },
    baseline: { from: "2026-03-04", to: "2026-04-10" },
  })
  expect(find(4_000)).toMatchObject({
    direction: "down",
    title: "Ad spend forecast 25% below budget",
    dedupe_key: "budget_pacing:goal_1:down",
  })
  expect(find(800)).toMatchObject({
    severity: "critical",
    title: "Budget for the period is spent",
    summary: "Ad spend was $1,000 by 10 April, which is 125% of the budget of $800.00 until 30 April.",
    observed: { value: 1_000 },
    expected: { value: 800, low: null, high: 800 },
  })
})

it("a budget that is left over at the end of its period is compared with the spend, not with a forecast", () => {
  expect(find(3_750, { through: 30 })).toMatchObject({
    type: "budget_pacing",
    direction: "down",
    title: "Ad spend 20% below budget",
    summary: "Ad spend came to $3,000 by 30 April, which is 80% of the budget of $3,750.",
  })
})
