import { describe, expect, it } from "vitest"
import { daysThrough, firstBaselineDay, median, quantile, totalOf, weekdayMedian, withoutGaps } from "./daily-series"
import { daysFrom, ratioDays } from "./testing/days"

it("missing days become days without a value", () => {
  const [first, , third] = daysFrom([1, 2, 3])
  expect(first && third && withoutGaps([first, third])).toEqual(daysFrom([1, null, 3]))
  expect(withoutGaps([])).toEqual([])
  expect(withoutGaps(daysFrom([1, 2]))).toEqual(daysFrom([1, 2]))
})

it("a series ends on the requested day", () => {
  const days = daysFrom([1, 2, 3])
  expect(daysThrough(days, "2026-01-06")).toEqual(daysFrom([1, 2]))
  expect(daysThrough(days, "2026-01-09")).toEqual(daysFrom([1, 2, 3, null, null]))
  expect(daysThrough([], "2026-01-06")).toEqual([])
})

it("the median is the middle value, or the mean of the two middle values", () => {
  expect([median([5, 1, 3]), median([4, 1, 3, 2]), median([7])]).toEqual([3, 2.5, 7])
  expect(median([])).toBeNaN()
})

it("a quantile lies between the closest ranks", () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([1, 2, 4, 8], share))).toEqual([1, 1.75, 3, 5, 8])
  expect(quantile([7], 0.25)).toBe(7)
})

describe("the weekday median", () => {
  const values = Array.from({ length: 100 }, (_, i) => (i % 7 === 0 ? i : 1_000))
  it("needs four of the same weekdays before the day", () => {
    expect([weekdayMedian(values, 21), weekdayMedian(values, 28)]).toEqual([null, 10.5])
  })
  it("covers eight weeks and not the day itself", () => {
    expect(weekdayMedian(values, 70)).toBe((7 * (9 + 2)) / 2)
    expect(weekdayMedian(values, 71)).toBe(1_000)
  })
  it("starts at most eight weeks before the day", () => {
    expect(firstBaselineDay(daysFrom(values), "2026-03-31")).toBe("2026-02-03")
    expect(firstBaselineDay(daysFrom(values), "2026-03-01")).toBe("2026-01-05")
    expect(firstBaselineDay([], "2026-03-01")).toBe("2026-01-04")
  })
})

describe("the total of a range", () => {
  it("adds sums", () => {
    expect(totalOf("sessions", daysFrom([1, 2, 0]))).toEqual({ value: 3, numerator: null, denominator: null })
  })
  it("divides the sums of ratios, with the metric's multiplier", () => {
    expect(
      totalOf(
        "ad_cpm",
        ratioDays([
          [1, 100],
          [2, 500],
        ]),
      ),
    ).toEqual({ value: 5, numerator: 3, denominator: 600 })
    expect(totalOf("ad_ctr", ratioDays([[1, 100]]))?.value).toBe(0.01)
  })
  it("does not exist with a missing day, without days, and for a denominator of 0", () => {
    expect(totalOf("sessions", daysFrom([1, null]))).toBeNull()
    expect(totalOf("sessions", [])).toBeNull()
    expect(totalOf("ad_ctr", [{ date: "2026-01-05", value: 0, numerator: 0, denominator: 0 }])).toBeNull()
  })
  it("does not exist for several days of distinct people", () => {
    expect(totalOf("users", daysFrom([5, 6]))).toBeNull()
    expect(totalOf("users", daysFrom([5]))?.value).toBe(5)
  })
})
