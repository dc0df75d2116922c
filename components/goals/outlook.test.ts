import { expect, it } from "vitest"
import { outlookOf, worstGoal } from "./outlook"

const goal = {
  metric: "sessions",
  value: 50,
  comparator: "at_least" as const,
  target: 100,
  pacing: 1.1,
  forecast: null,
}
const forecast = (low: number, high: number) => ({ value: (low + high) / 2, low, high, level: 0.8 as const })
const words = (change: object) => outlookOf({ ...goal, ...change }).words

it("depends on the forecast and not on the pace", () => {
  expect(words({ forecast: forecast(101, 120), pacing: 0.5 })).toBe("on track")
  expect(words({ forecast: forecast(60, 99) })).toBe("off track")
  expect(words({ forecast: forecast(90, 110) })).toBe("too close to call")
})

it("follows the pace without a forecast", () => {
  expect(words({})).toBe("on track")
  expect(words({ pacing: 0.9 })).toBe("below pace")
  expect(words({ pacing: null })).toBe("no data yet")
})

it("says that a budget will not be spent, as its signal does, and that other limits are on track", () => {
  const low = { comparator: "at_most", forecast: forecast(80, 84) }
  expect(words({ ...low, metric: "ad_spend" })).toBe("below budget")
  expect(words({ ...low, metric: "ad_spend", forecast: forecast(84, 90) })).toBe("on track")
  expect(words(low)).toBe("on track")
})

it("treats a budget as a limit", () => {
  const budget = { comparator: "at_most" }
  expect(words(budget)).toBe("above pace")
  expect(words({ ...budget, forecast: forecast(101, 120) })).toBe("will exceed the limit")
  expect(words({ ...budget, forecast: forecast(80, 99) })).toBe("on track")
})

it("says when a sum has reached its target or exceeded its limit", () => {
  const ahead = forecast(120, 140)
  expect(words({ value: 100, forecast: ahead })).toBe("reached")
  expect(words({ value: 100, comparator: "at_most", forecast: ahead })).toBe("will exceed the limit")
  expect(words({ value: 101, comparator: "at_most", forecast: ahead })).toBe("limit exceeded")
  expect(words({ value: 101, comparator: "at_most", pacing: 1.01 }), "without a forecast").toBe("limit exceeded")
})

it("does not count a ratio as reached, because it can fall again", () => {
  const ratio = { metric: "engagement_rate", value: 0.6, target: 0.5 }
  expect(words({ ...ratio, forecast: forecast(0.4, 0.45) })).toBe("off track")
  expect(words({ ...ratio, forecast: forecast(0.55, 0.65) })).toBe("on track")
})

it("shows the result when the goal has ended", () => {
  expect(outlookOf({ ...goal, status: "met" })).toEqual({ state: "clear", words: "met" })
  expect(outlookOf({ ...goal, status: "missed" })).toEqual({ state: "danger", words: "missed" })
})

it("finds the goal with the worst outlook", () => {
  const onTrack = goal
  const offTrack = { ...goal, forecast: forecast(60, 99) }
  const exceeded = { ...goal, value: 101, comparator: "at_most" as const }
  expect(worstGoal([onTrack, offTrack, exceeded])).toBe(exceeded)
  expect(worstGoal([onTrack, offTrack])).toBe(offTrack)
  const belowBudget = { ...goal, metric: "ad_spend", comparator: "at_most" as const, forecast: forecast(60, 70) }
  expect(worstGoal([belowBudget, offTrack]), "a goal before a budget").toBe(offTrack)
  expect(worstGoal([])).toBeUndefined()
})
