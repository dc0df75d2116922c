import { expect, it } from "vitest"
import type { Comparator } from "@/domain/signal-rules/params"
import { daysFrom, ratioDays, sessions } from "../testing/days"
import { detectThreshold } from "./threshold"

const rule = (comparator: Comparator, limit: number, rangeDays = 1) =>
  ({ comparator, limit, rangeDays, severity: "warning" }) as const
const isFound = (values: (number | null)[], ...given: Parameters<typeof rule>) =>
  detectThreshold(sessions, daysFrom(values), rule(...given)) !== null

it("the detector compares the last day with the limit", () => {
  expect([101, 100, 99].map((value) => isFound([500, value], "above", 100))).toEqual([true, false, false])
  expect([101, 100, 99].map((value) => isFound([500, value], "at_least", 100))).toEqual([true, true, false])
  expect([101, 100, 99].map((value) => isFound([500, value], "below", 100))).toEqual([false, false, true])
  expect([101, 100, 99].map((value) => isFound([500, value], "at_most", 100))).toEqual([false, true, true])
})

it("the detector adds up the days of a range", () => {
  expect([isFound([9, 50, 51], "above", 100, 2), isFound([9, 50, 50], "above", 100, 2)]).toEqual([true, false])
})

it("the detector divides the sums of a ratio", () => {
  const days = ratioDays([
    [10, 100],
    [0, 900],
  ])
  const found = detectThreshold({ metric_id: "ad_ctr", currency: null }, days, rule("at_most", 0.01, 2))
  expect(found?.observed).toEqual({ value: 0.01, numerator: 10, denominator: 1_000, n: null })
})

it("the detector tests no range with a missing day or with too few days", () => {
  expect([isFound([5, null, 5], "below", 100, 3), isFound([5, 5], "below", 100, 3), isFound([], "below", 100)]).toEqual(
    [false, false, false],
  )
})

it("a finding describes the value, the limit and the days", () => {
  const up = detectThreshold(sessions, daysFrom([1, 60, 61]), { ...rule("above", 120, 2), severity: "critical" })
  expect(up).toMatchObject({
    type: "metric_threshold",
    category: "metric",
    severity: "critical",
    direction: "up",
    impact: "positive",
    title: "Sessions above 120",
    summary: "The value of sessions was 121 from 6 January to 7 January, and the rule reports values above 120.",
    expected: { value: null, low: null, high: 120 },
    period: { from: "2026-01-06", to: "2026-01-07" },
    dedupe_key: "metric_threshold:sessions:::up",
    method: "threshold.v1",
    evidence: { counts: { days: 2, limit: 120 } },
  })
  const down = detectThreshold(sessions, daysFrom([5]), rule("at_most", 10))
  expect(down).toMatchObject({ direction: "down", impact: "negative", expected: { low: 10, high: null } })
  expect(detectThreshold(sessions, daysFrom([20]), rule("at_least", 10))?.direction).toBe("up")
  expect(detectThreshold(sessions, daysFrom([5]), rule("below", 10))?.direction).toBe("down")
})
