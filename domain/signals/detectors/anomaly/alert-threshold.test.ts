import { expect, it } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { AlertThreshold } from "./alert-threshold"

function thresholdAfter(deviations: number[], alertsPerDay: number): number {
  const threshold = new AlertThreshold(alertsPerDay)
  for (const deviation of deviations) threshold.add(deviation, 0)
  return threshold.value
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

it("the threshold is infinite for five weeks", () => {
  expect([thresholdAfter(upTo(34), 0.1), thresholdAfter(upTo(35), 0.1)]).toEqual([
    Number.POSITIVE_INFINITY,
    expect.any(Number),
  ])
  expect(thresholdAfter(upTo(35), 0.1)).toBeCloseTo(32.4, 9)
})

it("the threshold is the deviation that the allowed number of past days reached", () => {
  // 2 alerts in 100 days: the second largest of 99.
  expect(thresholdAfter(upTo(99), 0.02)).toBeCloseTo(98, 9)
  expect(thresholdAfter(upTo(99).reverse(), 0.02)).toBeCloseTo(98, 9)
  expect(thresholdAfter(upTo(99), 0.025)).toBeCloseTo(97.5, 9)
  expect(thresholdAfter(upTo(99), 0.01)).toBeCloseTo(99, 9)
  expect(thresholdAfter(upTo(42), 2)).toBe(2)
})

it("the threshold lies above the maximum if less than one alert is allowed", () => {
  // The ten largest of 99 are 99 to 90, which are 9 apart: 2.83 scales.
  expect(thresholdAfter(upTo(99), 0.001)).toBeCloseTo(99 + (9 / 2.83) * Math.log(10), 9)
  expect(thresholdAfter(upTo(99), 0.001)).toBeGreaterThan(thresholdAfter(upTo(99), 0.005))
  expect(
    thresholdAfter(
      Array.from({ length: 60 }, () => 3),
      0.001,
    ),
  ).toBe(3)
})

it("the threshold allows less than twice the budget in the first months", () => {
  const random = seededRandom("exponential")
  const series = 400
  const days = 240
  const alertsPerDay = 0.004
  let alerts = 0
  for (let i = 0; i < series; i++) {
    const threshold = new AlertThreshold(alertsPerDay)
    for (let day = 0; day < days; day++) {
      const deviation = -Math.log(1 - random())
      if (deviation > threshold.value) alerts++
      threshold.add(deviation, 0)
    }
  }
  const budget = series * (days - 35) * alertsPerDay
  expect(alerts / budget).toBeGreaterThan(0.5)
  expect(alerts / budget).toBeLessThan(2)
})

it("the threshold rises little after three extreme days in the first months", () => {
  const usual = upTo(100)
  const before = thresholdAfter(usual, 0.004)
  const after = thresholdAfter([...usual, 10_000, 10_000, 10_000], 0.004)
  expect(after / before).toBeGreaterThan(1.2)
  expect(after / before).toBeLessThan(2.5)
})

it("the threshold records an alert of a constant series by the smallest change that causes one", () => {
  const threshold = new AlertThreshold(0.004)
  for (let day = 0; day < 60; day++) threshold.add(0, 5)
  expect(threshold.value).toBe(0)
  threshold.add(100, 5)
  expect(threshold.value).toBeCloseTo(6 + (6 / 2.83) * Math.log(1 / (0.004 * 62)), 9)
})

it("the threshold forgets deviations after a year", () => {
  const flat = Array.from({ length: 365 }, () => 1)
  expect(thresholdAfter([900, ...flat.slice(1)], 0.0027)).toBeGreaterThan(100)
  expect(thresholdAfter([900, ...flat], 0.0027)).toBe(1)
})
