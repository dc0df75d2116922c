import { expect, it } from "vitest"
import { DistributionShift } from "./distribution-shift"

it("the shift is 0 for 50 values, and the relative entropy of the last 24 values afterwards", () => {
  const shift = new DistributionShift()
  for (let i = 0; i < 50; i++) expect(shift.next(i % 10)).toBe(0)
  let last = 0
  for (let i = 0; i < 24; i++) last = shift.next(100)
  // All recent values are above the past maximum. That bin has one of 57.
  expect(last).toBeCloseTo(Math.log(57), 12)
})

it("the shift updates its bins every 50 points", () => {
  const shift = new DistributionShift()
  for (let i = 0; i < 99; i++) shift.next(i < 50 ? i % 10 : 100)
  expect(shift.next(100)).toBeCloseTo(Math.log(57), 12)
  expect(shift.next(100)).toBeLessThan(1)
})

it("the shift of a constant is low", () => {
  const shift = new DistributionShift()
  let last = 0
  for (let i = 0; i < 200; i++) last = shift.next(3)
  expect(last).toBeLessThan(0.1)
})
