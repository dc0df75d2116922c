import { expect, it } from "vitest"
import { testChanges } from "./change"
import { detectableChange, powerOf } from "./change-power"
import { seededRandom } from "./seeded-random"

const simulations = 2_000

/**
 * Share of simulated comparisons with the verdict "down", beside `tests - 1` rows of your brand that changed nowhere.
 */
function simulatedPower(cells: number, runs: number, tests: number, before: number, now: number) {
  const random = seededRandom(`${cells} ${runs} ${tests}`)
  const rate = (p: number) => Array.from({ length: runs }, () => Number(random() < p)).reduce((a, b) => a + b, 0) / runs
  const pair = (from: number, to: number) => {
    const differences = Array.from({ length: cells }, () => rate(to) - rate(from))
    return {
      common: cells,
      cellsNow: cells,
      cellsBefore: cells,
      answersNow: cells * runs,
      answersBefore: cells * runs,
      sum: differences.reduce((a, b) => a + b, 0),
      squares: differences.reduce((a, b) => a + b * b, 0),
      up: differences.filter((d) => d > 0).length,
      down: differences.filter((d) => d < 0).length,
      hasSingleRuns: runs === 1,
      isOwnBrand: true,
    }
  }
  let found = 0
  for (let i = 0; i < simulations; i++) {
    const others = Array.from({ length: tests - 1 }, () => pair(before, before))
    if (testChanges([pair(before, now), ...others])[0]?.verdict === "down") found++
  }
  return found / simulations
}

it.each([
  [20, 3, 1, 0.3, 0.15],
  [20, 3, 1, 0.3, 0.1],
  [20, 3, 1, 0.5, 0.25],
  [20, 3, 1, 0.8, 0.6],
  [20, 3, 1, 0.1, 0.02],
  [20, 3, 3, 0.5, 0.25],
  [10, 3, 2, 0.5, 0.2],
  [60, 1, 1, 0.4, 0.2],
  [40, 5, 1, 0.3, 0.2],
  [6, 15, 1, 0.4, 0.2],
  [150, 1, 1, 0.3, 0.18],
  [150, 3, 3, 0.02, 0.005],
])(
  "the planned power agrees with simulated verdicts: %s cells x %s runs, %s tests, %s to %s",
  (cells, runs, tests, from, to) => {
    const planned = powerOf({ cells, runs, tests }, from, to)
    expect(Math.abs(planned - simulatedPower(cells, runs, tests, from, to))).toBeLessThan(0.05)
  },
)

it("detects the smallest detectable fall in four of five simulated comparisons", () => {
  const fall = detectableChange({ cells: 20, runs: 3, tests: 1 }, 0.4, "fall") as number
  expect(Math.abs(simulatedPower(20, 3, 1, 0.4, 0.4 - fall) - 0.8)).toBeLessThan(0.05)
})

it("detects smaller changes with more cells, and larger ones with more tests in the family", () => {
  const fall = (cells: number, tests: number) => detectableChange({ cells, runs: 3, tests }, 0.5, "fall") as number
  expect(fall(80, 1)).toBeLessThan(fall(20, 1))
  expect(fall(20, 4)).toBeGreaterThan(fall(20, 1))
})

it("has no detectable change where even the largest one is missed, or below 10 answers", () => {
  expect(detectableChange({ cells: 20, runs: 3, tests: 1 }, 0.02, "fall")).toBeNull()
  expect(detectableChange({ cells: 3, runs: 3, tests: 1 }, 0.5, "rise")).toBeNull()
  expect(detectableChange({ cells: 3, runs: 10, tests: 1 }, 0.5, "rise")).toBeNull()
})

it.each([
  [10, 0.29, 0.38],
  [20, 0.21, 0.26],
  [30, 0.18, 0.21],
  [128, 0.09, 0.1],
])("detects the falls that docs/ai-visibility.md states for %s cells", (cells, from30, from50) => {
  const plan = { cells, runs: 3, tests: 1 }
  expect(detectableChange(plan, 0.3, "fall")).toBeCloseTo(from30, 2)
  expect(detectableChange(plan, 0.5, "fall")).toBeCloseTo(from50, 2)
})
