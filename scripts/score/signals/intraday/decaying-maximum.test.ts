import { expect, it } from "vitest"
import { DecayingMaximum } from "./decaying-maximum"

it("the decaying maximum divides a number by its decayed value", () => {
  const maximum = new DecayingMaximum(1)
  expect([0, 8, 4, 4, 1, 8].map((value) => maximum.next(value))).toEqual([0, Number.POSITIVE_INFINITY, 1, 2, 0.5, 8])
  const slow = new DecayingMaximum(10)
  slow.next(8)
  for (let i = 0; i < 9; i++) slow.next(0)
  expect(slow.next(4)).toBeCloseTo(1, 12)
})
