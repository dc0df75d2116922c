import { expect, it } from "vitest"
import { milliseconds, shortMilliseconds, successRate } from "./format-metrics"

it.each([
  [null, "–"],
  [0, "0 ms"],
  [0.04, "<0.1 ms"],
  [9.94, "9.9 ms"],
  [9.96, "10 ms"],
  [999.4, "999 ms"],
  [999.6, "1.00 s"],
  [4_043, "4.04 s"],
  [15_020, "15.0 s"],
])("formats a duration of %s ms as %s", (ms, words) => {
  expect(milliseconds(ms)).toBe(words)
})

it.each([
  [0, "0"],
  [0.5, "0.5 ms"],
  [150, "150 ms"],
  [2_500, "2.5 s"],
  [5_000, "5 s"],
])("formats %s ms on an axis as %s", (ms, words) => {
  expect(shortMilliseconds(ms)).toBe(words)
})

it("shows 100% only when no attempt failed", () => {
  expect(successRate({ attempts: 0, succeeded: 0 })).toBe("–")
  expect(successRate({ attempts: 10_000, succeeded: 9_999 })).toBe("99.9%")
  expect(successRate({ attempts: 3, succeeded: 3 })).toBe("100.0%")
})
