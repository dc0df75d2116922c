import { expect, it } from "vitest"
import { describeRuns } from "./precision-labels"

const estimate = (runs_per_prompt: number, detectable_fall: number | null) =>
  ({ runs_per_prompt, precision: [{ detectable_fall }] }) as Parameters<typeof describeRuns>[0]

it("says which fall a number of runs detects", () => {
  expect(describeRuns(estimate(5, 0.14))).toBe("With 5 runs, a fall of 14 points is detected in 8 of 10 cases.")
  expect(describeRuns(estimate(1, 0.32))).toBe("With 1 run, a fall of 32 points is detected in 8 of 10 cases.")
})

it("says nothing if no fall is detected that often", () => {
  expect(describeRuns(estimate(1, null))).toBe("")
})
