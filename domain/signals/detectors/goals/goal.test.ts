import { describe, expect, it } from "vitest"
import { daysFrom, ratioDays, repeated, sessions, weekly } from "../testing/days"
import { detectGoal } from "./goal"

/** 30 days. */
const april = { id: "goal_1", starts_on: "2026-04-01", ends_on: "2026-04-30" }
type Comparator = "at_least" | "at_most"
const find = (comparator: Comparator, target: number, { daily = 100, through = 10 } = {}) =>
  detectGoal(sessions, daysFrom(repeated(daily, 28 + through), "2026-03-04"), { ...april, comparator, target })

it("a sum that must reach a target is met as soon as it does", () => {
  expect([1_000, 1_001].map((target) => find("at_least", target)?.type)).toEqual(["goal_met", undefined])
  expect(find("at_least", 100, { through: 1 })).toMatchObject({
    type: "goal_met",
    category: "goal",
    severity: "info",
    direction: "up",
    impact: "positive",
    title: "Sessions goal met",
    method: "weekday_median_projection.v1",
    summary: "Sessions came to 100 by 1 April, and the goal until 30 April is at least 100.",
    expected: { value: 100, low: 100, high: null },
  })
})

it("a limit is met only at the end of the period", () => {
  expect([29, 30].map((through) => find("at_most", 3_000, { through })?.type)).toEqual([undefined, "goal_met"])
  expect(find("at_most", 2_999, { through: 30 })?.type).toBe("goal_off_track")
  expect(find("at_most", 3_000, { through: 30 })).toMatchObject({ direction: "down", impact: "positive" })
})

it("a ratio is met only at the end of the period, because it can fall again", () => {
  const ratio = (through: number) =>
    detectGoal(
      { metric_id: "engagement_rate", currency: null },
      ratioDays(repeated([60, 100] as const, 28 + through), "2026-03-04"),
      { ...april, comparator: "at_least", target: 0.6 },
    )?.type
  expect([29, 30].map(ratio)).toEqual([undefined, "goal_met"])
})

describe("off track", () => {
  const noisy = (comparator: Comparator, target: number) =>
    detectGoal(sessions, daysFrom(weekly([...repeated(90, 7), ...repeated(110, 7)], 3), "2026-03-04"), {
      ...april,
      comparator,
      target,
    })
  // 14 days so far. Weekday medians are 100 and deviations 10, so the projection is 3,000 with 1.28 * 10 * sqrt(16 +
  // 256 / 42).
  const half = 1.2815515655446004 * 10 * Math.sqrt(16 + 256 / 42)

  it("means that the 80% interval lies on the wrong side of the target", () => {
    expect([3_000 + half + 0.01, 3_000 + half - 0.01].map((target) => noisy("at_least", target)?.type)).toEqual([
      "goal_off_track",
      undefined,
    ])
    expect([3_000 - half - 0.01, 3_000 - half + 0.01].map((target) => noisy("at_most", target)?.type)).toEqual([
      "goal_off_track",
      undefined,
    ])
  })

  it("is reported only after 20% of the period", () => {
    expect([5, 6].map((through) => find("at_least", 9_000, { through })?.type)).toEqual([undefined, "goal_off_track"])
  })

  it("describes the projection and its interval", () => {
    expect(noisy("at_least", 4_000)).toMatchObject({
      category: "goal",
      severity: "warning",
      direction: "down",
      impact: "negative",
      title: "Sessions goal off track",
      summary:
        "Sessions will come to 3,000 by 30 April at the current pace (80% interval 2,940 to 3,060), and the goal is at least 4,000.",
      observed: { value: 3_000 },
      expected: { value: 4_000, low: 4_000, high: null },
      dedupe_key: "goal_off_track:goal_1:down",
    })
    expect(noisy("at_most", 2_000)).toMatchObject({ direction: "up", expected: { low: null, high: 2_000 } })
  })
})

it("a goal that is missed at the end of its period says so", () => {
  expect(find("at_least", 3_001, { through: 30 })).toMatchObject({
    type: "goal_off_track",
    title: "Sessions goal missed",
    summary: "Sessions came to 3,000 by 30 April, and the goal is at least 3,001.",
  })
})

it("the detector finds nothing without data", () => {
  expect(detectGoal(sessions, [], { ...april, comparator: "at_least", target: 0 })).toBeNull()
})
