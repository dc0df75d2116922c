import { expect, it } from "vitest"
import { AlertThreshold } from "./alert-threshold"

function thresholdAfter(deviations: number[], alertsPerDay: number): number {
  const threshold = new AlertThreshold(alertsPerDay)
  for (const deviation of deviations) threshold.add(deviation)
  return threshold.value
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

it("is infinite for five weeks", () => {
  expect([thresholdAfter(upTo(34), 0.1), thresholdAfter(upTo(35), 0.1)]).toEqual([
    Number.POSITIVE_INFINITY,
    expect.any(Number),
  ])
  expect(thresholdAfter(upTo(35), 0.1)).toBeCloseTo(32.4, 9)
})

it("is the deviation that the allowed number of past days reached", () => {
  // 2 alerts in 100 days: the second largest of 99.
  expect(thresholdAfter(upTo(99), 0.02)).toBeCloseTo(98, 9)
  expect(thresholdAfter(upTo(99).reverse(), 0.02)).toBeCloseTo(98, 9)
  expect(thresholdAfter(upTo(99), 0.025)).toBeCloseTo(97.5, 9)
  expect(thresholdAfter(upTo(99), 0.01)).toBeCloseTo(99, 9)
  expect(thresholdAfter(upTo(42), 2)).toBe(2)
})

it("lies above the maximum if less than one alert is allowed", () => {
  // The ten largest of 99 are 99 to 90, so one in e alerts is expected for each 9 / 7.
  expect(thresholdAfter(upTo(99), 0.001)).toBeCloseTo(99 + (9 / 7) * Math.log(10), 9)
  expect(thresholdAfter(upTo(99), 0.001)).toBeGreaterThan(thresholdAfter(upTo(99), 0.005))
  expect(
    thresholdAfter(
      Array.from({ length: 60 }, () => 3),
      0.001,
    ),
  ).toBe(3)
})

it("forgets deviations after a year", () => {
  const flat = Array.from({ length: 365 }, () => 1)
  expect(thresholdAfter([900, ...flat.slice(1)], 0.0027)).toBeGreaterThan(100)
  expect(thresholdAfter([900, ...flat], 0.0027)).toBe(1)
})
