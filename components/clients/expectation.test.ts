import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { expectationOf, weeklyResult, weeklyWords, weeksBefore } from "./expectation"

const signal = (more: object) => ({
  ...exampleSignal,
  subject: { kind: "metric" as const, metric_id: "revenue" },
  ...more,
})

it("says that a metric is unusual only if an open signal says so", () => {
  const words = (more: object) => expectationOf("revenue", [signal(more)])?.words
  expect(words({ type: "metric_anomaly", direction: "down" })).toBe("below expected")
  expect(words({ type: "metric_threshold", direction: "up" })).toBe("above the limit")
  expect(words({ type: "metric_flatline", direction: "down" })).toBe("no data")
  expect(words({ type: "goal_off_track", direction: "down" })).toBeUndefined()
  expect(words({ type: "metric_anomaly", subject: { kind: "metric", metric_id: "sessions" } })).toBeUndefined()
})

const week = (total: number) => Array.from({ length: 7 }, () => total / 7)
/** Weeks of 90 and 110 in turn. Their standard deviation is 10.44, so the mean of 4 weeks is expected within 13.3. */
const before = Array.from({ length: weeksBefore }, (_, i) => week(i % 2 ? 110 : 90)).flat()
const resultOf = (total: number) => weeklyResult({ shown: Array.from({ length: 4 }, () => week(total)).flat(), before })

it("compares the average week with the twelve weeks before", () => {
  expect([86, 88, 112, 114].map((total) => resultOf(total)?.position)).toEqual(["below", "within", "within", "above"])
  expect(resultOf(100)).toEqual({
    position: "within",
    mean: expect.closeTo(100, 9),
    low: expect.closeTo(86.73, 2),
    high: expect.closeTo(113.27, 2),
  })
})

it("says nothing if a week lacks data", () => {
  const gap = (days: number) => [...before.slice(0, -days), ...Array.from({ length: days }, () => null)]
  expect(weeklyResult({ shown: week(100), before: gap(2) })).not.toBeNull()
  expect(weeklyResult({ shown: week(100), before: gap(3) })).toBeNull()
  expect(weeklyResult({ shown: week(100), before: before.slice(7) })).toBeNull()
  expect(weeklyResult({ shown: [], before })).toBeNull()
})

it("marks a result outside of the range as good or bad", () => {
  const wordsOf = (position: "below" | "within", trend: "good" | "bad" | "neutral") =>
    weeklyWords({ position, mean: 1, low: 2, high: 3 }, trend)
  expect(wordsOf("within", "bad")).toEqual({ lamp: null, words: "as expected" })
  expect(wordsOf("below", "bad")).toEqual({ lamp: "caution", words: "below expected" })
  expect(wordsOf("below", "good")).toEqual({ lamp: "clear", words: "below expected" })
})
