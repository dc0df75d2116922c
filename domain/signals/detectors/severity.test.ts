import { expect, it } from "vitest"
import {
  impactOf,
  oppositeImpact,
  severityOfDeviation,
  severityOfForecast,
  severityOfPoints,
  toPoints,
} from "./severity"

it("whether a change is good depends on the metric", () => {
  expect((["up", "down", "none"] as const).map((way) => impactOf("sessions", way))).toEqual([
    "positive",
    "negative",
    "neutral",
  ])
  expect((["up", "down"] as const).map((way) => impactOf("ad_cpc", way))).toEqual(["negative", "positive"])
  expect((["up", "down"] as const).map((way) => impactOf("ad_spend", way))).toEqual(["neutral", "neutral"])
  expect((["positive", "negative", "neutral"] as const).map(oppositeImpact)).toEqual([
    "negative",
    "positive",
    "neutral",
  ])
})

it("only bad deviations of six standard deviations or more are critical", () => {
  expect([-6, 6, 5.99].map((score) => severityOfDeviation(score, "negative"))).toEqual([
    "critical",
    "critical",
    "warning",
  ])
  expect((["positive", "neutral"] as const).map((impact) => severityOfDeviation(9, impact))).toEqual([
    "warning",
    "warning",
  ])
})

it("only bad changes of 15 percentage points or more are critical", () => {
  expect([-0.15, 0.15, -0.1499].map((change) => severityOfPoints(change, "negative"))).toEqual([
    "critical",
    "critical",
    "warning",
  ])
  expect(severityOfPoints(0.4, "positive")).toBe("warning")
  expect(toPoints(0.35 - 0.3)).toBe(5)
})

it("forecasts above 125% of the budget are critical", () => {
  expect([1.25, 1.2501, 0.2].map(severityOfForecast)).toEqual(["warning", "critical", "warning"])
})
