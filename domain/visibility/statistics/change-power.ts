/**
 * Computes how likely the change verdict is to detect a change, before a scan runs. It simulates comparisons and runs
 * the tests of change.ts on them. change-power.test.ts compares the result with verdicts on simulated answers.
 */
import jStat from "jstat"
import { minMovedForZTest, pairedZ, significance, signTest } from "./change"
import { minAnswers } from "./precision"
import { seededRandom } from "./seeded-random"

export type PlannedComparison = {
  /** Number of cells (prompt × engine × region). Every cell is assumed to have the same visibility. */
  cells: number
  /** Answers of a cell on each side. */
  runs: number
  /**
   * Tests in the same family. The others are assumed to find no change, so Benjamini-Hochberg requires p below 5% /
   * tests.
   */
  tests: number
}

const plannedPower = 0.8
const bisections = 9
const simulations = 1_000

/**
 * Returns the smallest change from the visibility `share` that is detected with 80% probability, as a positive
 * difference of shares (0 to 1). Null if no change in this direction reaches this probability, or if a side has fewer
 * than 10 answers.
 */
export function detectableChange(plan: PlannedComparison, share: number, direction: "fall" | "rise"): number | null {
  if (plan.cells * plan.runs < minAnswers) return null
  const reachesPlannedPower = (change: number) =>
    powerOf(plan, share, direction === "fall" ? share - change : share + change) >= plannedPower
  let [missed, detected] = [0, direction === "fall" ? share : 1 - share]
  if (!reachesPlannedPower(detected)) return null
  for (let i = 0; i < bisections; i++) {
    const middle = (missed + detected) / 2
    if (reachesPlannedPower(middle)) detected = middle
    else missed = middle
  }
  return detected
}

/**
 * Returns the probability that the verdict reports the change, in its direction, when the visibility goes from `before`
 * to `now`. It simulates a rise, because a fall between the same values is as likely to be detected.
 */
export function powerOf({ cells, runs, tests }: PlannedComparison, before: number, now: number): number {
  const alpha = significance / tests
  const difference = differenceOf(runs, Math.max(before, now), Math.min(before, now))
  const random = seededRandom("power")
  let detected = 0
  for (let i = 0; i < simulations; i++) if (isDetected(cells, difference, alpha, random)) detected++
  return detected / simulations
}

/**
 * Simulates one comparison: draws how many cells have each difference, and tests whether there is a rise. `chances` is
 * the result of `differenceOf`. Differences count mentions instead of shares, which changes neither test.
 */
function isDetected(cells: number, chances: number[], alpha: number, random: () => number): boolean {
  const runs = (chances.length - 1) / 2
  let [sum, squares, up, down] = [0, 0, 0, 0]
  let [cellsLeft, chanceLeft] = [cells, 1]
  for (const [i, chance] of chances.entries()) {
    const count = chanceLeft <= chance ? cellsLeft : sampleBinomial(cellsLeft, chance / chanceLeft, random)
    const d = i - runs
    sum += count * d
    squares += count * d * d
    if (d > 0) up += count
    else if (d < 0) down += count
    cellsLeft -= count
    chanceLeft -= chance
  }
  if (up + down >= minMovedForZTest) return sum > 0 && pairedZ(sum, squares) < alpha
  return sum > 0 && up > down && signTest(up, down) < alpha
}

/** Draws a number of successes. Uses the normal approximation where the variance is above 50. */
function sampleBinomial(trials: number, p: number, random: () => number): number {
  if (p > 0.5) return trials - sampleBinomial(trials, 1 - p, random)
  const variance = trials * p * (1 - p)
  let left = random()
  if (variance > 50)
    return Math.min(trials, Math.max(0, Math.round(jStat.normal.inv(left, trials * p, Math.sqrt(variance)))))
  let chance = (1 - p) ** trials
  let successes = 0
  while (left >= chance && successes < trials) {
    left -= chance
    successes++
    chance *= ((trials - successes + 1) / successes) * (p / (1 - p))
  }
  return successes
}

/** Probabilities that one cell has -runs to +runs more mentions at the visibility `high` than at `low`. */
function differenceOf(runs: number, high: number, low: number): number[] {
  const chances = new Array<number>(2 * runs + 1).fill(0)
  for (let a = 0; a <= runs; a++)
    for (let b = 0; b <= runs; b++)
      chances[runs + a - b] = (chances[runs + a - b] as number) + binomial(runs, a, high) * binomial(runs, b, low)
  return chances
}

/** Probability of `k` successes in `n` trials with probability `p`. */
function binomial(n: number, k: number, p: number): number {
  if (p <= 0 || p >= 1) return k === (p <= 0 ? 0 : n) ? 1 : 0
  let log = k * Math.log(p) + (n - k) * Math.log1p(-p)
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i)
  return Math.exp(log)
}
