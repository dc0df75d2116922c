import { expect, it } from "vitest"
import { precisionOf } from "./precision"

it.each([
  [10, 0.26],
  [30, 0.17],
  [100, 0.1],
  [385, 0.05],
])("with %s answers the widest 95% interval is ± %s", (n, expected) => {
  expect(precisionOf(n, 0.3).worstHalfWidth).toBeCloseTo(expected, 2)
})

it("has a narrower interval away from a share of one half, and never one of zero width", () => {
  expect(precisionOf(30, 0.3).halfWidth).toBeCloseTo(0.156, 3)
  expect(precisionOf(30, 0.05).halfWidth).toBeLessThan(0.1)
  expect(precisionOf(90, 0.3).interval?.low).toBeCloseTo(0.215, 3)
  expect(precisionOf(90, 0.3).interval?.high).toBeCloseTo(0.401, 3)
  expect(precisionOf(30, 0).halfWidth).toBeGreaterThan(0.05)
})

it("gives no interval without answers", () => {
  expect(precisionOf(0, 0.3)).toEqual({
    interval: null,
    halfWidth: null,
    worstHalfWidth: null,
    confidence: "insufficient",
  })
  expect(precisionOf(9, 0.3)).toMatchObject({ confidence: "insufficient" })
  expect([29, 30, 100].map((n) => precisionOf(n, 0.3).confidence)).toEqual(["low", "medium", "high"])
})
