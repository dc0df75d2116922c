import { expect, it } from "vitest"
import { formatPoints } from "./format-metrics"

it("formats the size of a difference in points", () => {
  expect(formatPoints(0.123)).toBe("12 points")
  expect(formatPoints(-0.11)).toBe("11 points")
  expect(formatPoints(0.003)).toBe("0.3 points")
  expect(formatPoints(-0.01)).toBe("1 point")
})
