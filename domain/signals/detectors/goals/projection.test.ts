import { expect, it } from "vitest"
import { daysFrom, ratioDays, repeated, weekly } from "../testing/days"
import { project, valueToDate } from "./projection"

/** 28 days, from Monday to Sunday. */
const february = { starts_on: "2026-02-02", ends_on: "2026-03-01" }

it("the projection adds the median of each remaining weekday to the value so far", () => {
  const week = [10, 20, 30, 40, 50, 60, 70]
  // Four weeks before the period, then its first nine days: a week, a Monday and a Tuesday.
  const at = project("ad_spend", daysFrom([...weekly(week, 5), 10, 20]), february)
  expect(at).toEqual({
    toDate: 280 + 30,
    value: 4 * 280,
    low: 4 * 280,
    high: 4 * 280,
    elapsedShare: 9 / 28,
    lastDay: "2026-02-10",
    daysLeft: 19,
    baseline: { from: "2026-01-05", to: "2026-02-10" },
  })
})

it("the projection has an interval from the spread around the weekday medians", () => {
  const noisy = weekly([...repeated(90, 7), ...repeated(100, 7), ...repeated(110, 7)], 2) // medians 100, spread sqrt(200 / 3)
  const at = project("sessions", daysFrom(noisy, "2026-01-05"), { starts_on: "2026-02-09", ends_on: "2026-02-19" })
  const half = 1.2815515655446004 * Math.sqrt(200 / 3) * Math.sqrt(4 + 16 / 42)
  expect(at).toMatchObject({ value: 7 * 110 + 4 * 100, daysLeft: 4 })
  expect(at?.low).toBeCloseTo(1_170 - half, 9)
  expect(at?.high).toBeCloseTo(1_170 + half, 9)
})

it("the interval of a sum does not start below what is reached", () => {
  const noisy = weekly([...repeated(0, 7), ...repeated(0, 7), ...repeated(300, 7)], 2)
  const at = project("sessions", daysFrom(noisy, "2026-01-05"), { starts_on: "2026-02-09", ends_on: "2026-02-19" })
  expect(at).toMatchObject({ toDate: 2_100, value: 2_100, low: 2_100 })
  const refunds = daysFrom(repeated(-5, 56), "2026-01-05")
  const falling = project("revenue", refunds, { starts_on: "2026-02-16", ends_on: "2026-03-15" })
  expect(falling?.low).toBeLessThan(falling?.toDate ?? 0)
})

it("the projection of a ratio is the ratio of projected sums, with the metric's multiplier", () => {
  const at = project("ad_cpm", ratioDays(repeated([2, 1_000] as const, 42)), february)
  expect(at).toMatchObject({ toDate: 2, value: 2, low: 2, high: 2 })
  const noisy = ratioDays([...repeated([1, 1_000] as const, 14), ...repeated([3, 1_000] as const, 28)])
  const noisyAt = project("ad_cpm", noisy, february)
  const half = (1.2815515655446004 * 1_000 * Math.sqrt(4 / 3) * Math.sqrt(14 + 196 / 42)) / 28_000
  expect(noisyAt?.value).toBeCloseTo(3, 12)
  expect(noisyAt?.high).toBeCloseTo(3 + half, 9)
  // Only the volume varies, not the ratio.
  const busier = ratioDays([...repeated([10, 100] as const, 14), ...repeated([30, 300] as const, 28)])
  const busierAt = project("ad_ctr", busier, february)
  expect([busierAt?.low, busierAt?.high]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.1, 12)])
})

it("the value to date comes from the days of the period alone", () => {
  const period = { starts_on: "2026-02-02", ends_on: "2026-02-04" }
  const sumOf = (values: (number | null)[]) => valueToDate("sessions", daysFrom(values, "2026-02-01"), period)
  expect([sumOf([1, 2, null, 8, 16]), sumOf([1, 2]), sumOf([1]), sumOf([])]).toEqual([10, 2, null, null])
  const ratioOf = (pairs: [number, number][]) => valueToDate("ad_cpm", ratioDays(pairs, "2026-02-01"), period)
  expect([
    ratioOf([
      [9, 9],
      [1, 500],
      [3, 1_500],
      [0, 0],
      [9, 9],
    ]),
    ratioOf([
      [9, 9],
      [5, 0],
    ]),
  ]).toEqual([2, null])
})

it("the projection uses eight weeks of history, and counts missing days as 0", () => {
  const rose = [...repeated(1, 28), ...repeated(10, 56)]
  const at = project("sessions", daysFrom(rose, "2025-11-24"), { starts_on: "2026-02-15", ends_on: "2026-02-16" })
  expect(at).toMatchObject({ value: 20, low: 20, baseline: { from: "2025-12-22", to: "2026-02-15" } })
  const gaps = daysFrom([...repeated(10, 28), null, 10])
  expect(project("sessions", gaps, february)?.toDate).toBe(10)
})

it("the projection at the end of the period is the value itself, and ignores later days", () => {
  const at = project("sessions", daysFrom(weekly([1, 2, 3, 4, 5, 6, 70], 10)), february)
  expect(at).toMatchObject({ toDate: 4 * 91, value: 4 * 91, low: 4 * 91, high: 4 * 91, elapsedShare: 1, daysLeft: 0 })
})

it("the projection does not exist before the period, with less than two weeks of data, or for a ratio without denominator", () => {
  expect(project("sessions", daysFrom(repeated(1, 28)), february)).toBeNull()
  expect(project("sessions", daysFrom(repeated(1, 29)), february)).not.toBeNull()
  expect(project("sessions", [], february)).toBeNull()
  const late = { starts_on: "2026-01-05", ends_on: "2026-01-31" }
  expect(project("sessions", daysFrom(repeated(1, 13)), late)).toBeNull()
  expect(project("sessions", daysFrom(repeated(1, 14)), late)).not.toBeNull()
  expect(project("ad_ctr", ratioDays(repeated([0, 0] as const, 30)), february)).toBeNull()
})
