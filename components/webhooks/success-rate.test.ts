import { expect, it } from "vitest"
import { successRate } from "./success-rate"

it("shows 100% only when no attempt failed", () => {
  expect(successRate({ attempts: 0, succeeded: 0 })).toBe("–")
  expect(successRate({ attempts: 10_000, succeeded: 9_999 })).toBe("99.9%")
  expect(successRate({ attempts: 3, succeeded: 3 })).toBe("100.0%")
})
