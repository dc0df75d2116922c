import { expect, it } from "vitest"
import { sampleBeta } from "../score/random-variates"
import { testChanges } from "./change"
import { detectableChange, powerOf } from "./change-power"
import { testGroupChanges } from "./group-changes"
import { seededRandom } from "./seeded-random"

const simulations = 2_000
const plan = { runs: 3, intraclassCorrelation: 0, groups: 1 }

type Panel = { cells: number; runs: number; intraclassCorrelation?: number; groups?: number }

/**
 * Returns the share of simulated comparisons with the verdict in the direction of the change. Of several groups, only the
 * first one changes.
 */
function simulatedPower(
  { cells, runs, intraclassCorrelation = 0, groups = 1 }: Panel,
  previous: number,
  current: number,
) {
  const random = seededRandom(`${cells} ${runs} ${groups}`)
  const mentionsAt = (p: number) => Array.from({ length: runs }, () => Number(random() < p)).reduce((a, b) => a + b, 0)
  /** A fall by this factor of the answers that mention the brand, or for a rise, of those that do not. */
  const factor = current < previous ? current / previous : (1 - current) / (1 - previous)
  const currentShare = (share: number) => (current < previous ? share * factor : 1 - (1 - share) * factor)
  /** As in `GroupCells`, of one cell in whose two periods the brand is mentioned in the share `p` of the answers. */
  const binomialVarianceOf = (p: number) => p * (1 - p) * (2 / runs) * ((2 * runs) / (2 * runs - 1))
  const pair = (currentShare: (share: number) => number) => {
    const shares = Array.from({ length: cells }, () => sampleBeta(previous, intraclassCorrelation, random))
    const found = shares.map((share) => [mentionsAt(share), mentionsAt(currentShare(share))] as [number, number])
    const differences = found.map(([earlier, later]) => (later - earlier) / runs)
    return {
      commonCells: cells,
      currentCells: cells,
      previousCells: cells,
      currentAnswers: cells * runs,
      previousAnswers: cells * runs,
      differenceSum: differences.reduce((a, b) => a + b, 0),
      squaredDifferenceSum: differences.reduce((a, b) => a + b * b, 0),
      risenCells: differences.filter((d) => d > 0).length,
      fallenCells: differences.filter((d) => d < 0).length,
      mentions: found.flat().reduce((a, b) => a + b, 0),
      hasSingleRuns: runs === 1,
      isOwnBrand: true,
      brandId: "own",
      binomialVariance: found.reduce(
        (sum, [earlier, later]) => sum + binomialVarianceOf((earlier + later) / (2 * runs)),
        0,
      ),
      mixedCells: found.filter(([earlier, later]) => earlier + later > 0 && earlier + later < 2 * runs).length,
    }
  }
  let found = 0
  for (let i = 0; i < simulations; i++) {
    const others = Array.from({ length: groups - 1 }, () => pair((share) => share))
    const test = groups === 1 ? testChanges : testGroupChanges
    if (test([pair(currentShare), ...others])[0]?.verdict === (current < previous ? "down" : "up")) found++
  }
  return found / simulations
}

it.each([
  [{ cells: 20, runs: 3 }, 0.3, 0.15],
  [{ cells: 20, runs: 3 }, 0.3, 0.1],
  [{ cells: 20, runs: 3 }, 0.5, 0.25],
  [{ cells: 20, runs: 3 }, 0.8, 0.6],
  [{ cells: 20, runs: 3 }, 0.1, 0.02],
  [{ cells: 20, runs: 3, groups: 3 }, 0.5, 0.25],
  [{ cells: 20, runs: 3, intraclassCorrelation: 0.2 }, 0.3, 0.15],
  [{ cells: 20, runs: 3, intraclassCorrelation: 0.5 }, 0.3, 0.15],
  [{ cells: 20, runs: 3, intraclassCorrelation: 0.8 }, 0.6, 0.4],
  [{ cells: 20, runs: 3, intraclassCorrelation: 0.3, groups: 2 }, 0.5, 0.25],
  [{ cells: 10, runs: 3, groups: 2 }, 0.5, 0.2],
  [{ cells: 10, runs: 5, groups: 4 }, 0.4, 0.2],
  [{ cells: 10, runs: 3, groups: 2 }, 0.4, 0.6],
  [{ cells: 15, runs: 3, intraclassCorrelation: 0.4, groups: 5 }, 0.5, 0.2],
  [{ cells: 30, runs: 2, intraclassCorrelation: 0.2, groups: 3 }, 0.3, 0.15],
  [{ cells: 30, runs: 1, groups: 3 }, 0.5, 0.2],
  [{ cells: 60, runs: 1 }, 0.4, 0.2],
  [{ cells: 60, runs: 1, intraclassCorrelation: 0.4 }, 0.4, 0.2],
  [{ cells: 40, runs: 5 }, 0.3, 0.2],
  [{ cells: 6, runs: 15 }, 0.4, 0.2],
  [{ cells: 6, runs: 15, intraclassCorrelation: 0.3 }, 0.4, 0.25],
  [{ cells: 150, runs: 1 }, 0.3, 0.18],
  [{ cells: 150, runs: 3, groups: 3 }, 0.02, 0.005],
  [{ cells: 150, runs: 3, intraclassCorrelation: 0.5 }, 0.05, 0.02],
  [{ cells: 100, runs: 3, intraclassCorrelation: 0.8 }, 0.05, 0.02],
  [{ cells: 20, runs: 3 }, 0.3, 0.5],
  [{ cells: 20, runs: 3, intraclassCorrelation: 0.5 }, 0.3, 0.5],
])("the planned power agrees with simulated verdicts: %o, %d to %d", (panel: Panel, from, to) => {
  const planned = powerOf({ intraclassCorrelation: 0, groups: 1, ...panel }, from, to)
  expect(Math.abs(planned - simulatedPower(panel, from, to))).toBeLessThan(0.05)
})

it("detects the smallest detectable fall in four of five simulated comparisons", () => {
  const fall = detectableChange({ ...plan, cells: 20 }, 0.4, "fall") as number
  expect(Math.abs(simulatedPower({ cells: 20, runs: 3 }, 0.4, 0.4 - fall) - 0.8)).toBeLessThan(0.05)
})

it("detects a rise as the fall of the answers that do not mention the brand", () => {
  const rise = detectableChange({ ...plan, cells: 20 }, 0.7, "rise") as number
  expect(rise).toBeCloseTo(detectableChange({ ...plan, cells: 20 }, 0.3, "fall") as number, 2)
  expect(Math.abs(simulatedPower({ cells: 20, runs: 3 }, 0.7, 0.7 + rise) - 0.8)).toBeLessThan(0.05)
})

it("detects smaller changes with more cells, and larger ones with more groups", () => {
  const fall = (cells: number, groups: number) => detectableChange({ ...plan, cells, groups }, 0.5, "fall") as number
  expect(fall(80, 1)).toBeLessThan(fall(20, 1))
  expect(fall(20, 4)).toBeGreaterThan(fall(20, 1))
})

it("has no detectable change where even the largest one is missed, or below 10 answers", () => {
  expect(detectableChange({ ...plan, cells: 20 }, 0.02, "fall")).toBeNull()
  expect(detectableChange({ ...plan, cells: 3 }, 0.5, "rise")).toBeNull()
  expect(detectableChange({ ...plan, cells: 3, runs: 10 }, 0.5, "rise")).toBeNull()
  expect(detectableChange({ ...plan, cells: 9, runs: 1 }, 0.9, "fall")).toBeNull()
  expect(detectableChange({ ...plan, cells: 10, runs: 1 }, 0.9, "fall")).toBeLessThan(0.9)
})

it.each([
  [10, 0.284, 0.357],
  [20, 0.203, 0.253],
  [30, 0.174, 0.21],
  [128, 0.09, 0.1],
])("detects the falls that docs/ai-visibility.md states for %s cells", (cells, from30, from50) => {
  expect(detectableChange({ ...plan, cells }, 0.3, "fall")).toBeCloseTo(from30, 2)
  expect(detectableChange({ ...plan, cells }, 0.5, "fall")).toBeCloseTo(from50, 2)
})
