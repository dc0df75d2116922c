/**
 * Computes how likely the change verdict is to detect a change, before a scan runs. It simulates comparisons and runs
 * the tests of change.ts on them. change-power.test.ts compares the result with verdicts on simulated answers.
 */
import jStat from "jstat"
import { canUsePairedTest, pairedTest, significance, signTest } from "./change"
import { minAnswers } from "./precision"
import { seededRandom } from "./seeded-random"

export type PlannedComparison = {
  /** Number of cells (prompt × engine × region). */
  cells: number
  /** Answers of a cell on each side. */
  runs: number
  /**
   * How much the visibility of the cells differs: the correlation of two answers of one cell, from 0 (all cells alike)
   * to below 1.
   */
  heterogeneity: number
  /**
   * Tests in the same family. The others are assumed to find no change, so Benjamini-Hochberg requires p below 5% /
   * tests.
   */
  tests: number
}

const plannedPower = 0.8
const bisections = 9
const simulations = 1_000
/** The distribution of visibility over cells is computed at this number of points. */
const points = 40
/** Beta quantiles are imprecise above this heterogeneity. */
const maxHeterogeneity = 0.9

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
 * to `now`. It simulates a rise, because a fall between the same values is as likely to be detected. The visibility of
 * every cell changes by the same factor.
 */
export function powerOf(plan: PlannedComparison, before: number, now: number): number {
  const [high, low] = [Math.max(before, now), Math.min(before, now)]
  const chances = differencesOf(plan, high, low)
  const random = seededRandom("power")
  let detected = 0
  for (let i = 0; i < simulations; i++) {
    const found = simulateCells(plan.cells, chances, random)
    const mentions = plan.cells * plan.runs * (high + low)
    if (isDetected({ ...found, common: plan.cells, mentions }, significance / plan.tests)) detected++
  }
  return detected / simulations
}

/** The sums of `PairedCells`. Differences count mentions instead of shares, which changes neither test. */
type SimulatedCells = { sum: number; squares: number; up: number; down: number }

/** Draws how many cells have each difference. `chances` is the result of `differencesOf`. */
function simulateCells(cells: number, chances: readonly number[], random: () => number): SimulatedCells {
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
  return { sum, squares, up, down }
}

/** Whether the tests of change.ts report a rise. `mentions` is the expected number of mentions. */
function isDetected(cells: SimulatedCells & { common: number; mentions: number }, alpha: number): boolean {
  const { common, sum, squares, up, down } = cells
  if (sum <= 0) return false
  if (canUsePairedTest(cells)) return pairedTest(common, sum, squares) < alpha
  return up > down && signTest(up, down) < alpha
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

/** Probabilities that one cell has -runs to +runs more mentions at the mean visibility `high` than at `low`. */
function differencesOf({ runs, heterogeneity }: PlannedComparison, high: number, low: number): number[] {
  const chances = new Array<number>(2 * runs + 1).fill(0)
  for (const share of sharesOfCells(high, heterogeneity)) {
    const [more, fewer] = [share, (share * low) / high].map((p) => binomials(runs, p)) as [number[], number[]]
    for (const [a, chanceOfMore] of more.entries())
      for (const [b, chanceOfFewer] of fewer.entries())
        chances[runs + a - b] = (chances[runs + a - b] as number) + (chanceOfMore * chanceOfFewer) / points
  }
  return chances
}

/** Visibilities of equally many cells: quantiles of a beta distribution with this mean. */
function sharesOfCells(mean: number, heterogeneity: number): number[] {
  if (heterogeneity <= 0 || mean <= 0 || mean >= 1) return new Array(points).fill(mean)
  const size = 1 / Math.min(heterogeneity, maxHeterogeneity) - 1
  return Array.from({ length: points }, (_, i) => jStat.beta.inv((i + 0.5) / points, mean * size, (1 - mean) * size))
}

const binomials = (n: number, p: number) => Array.from({ length: n + 1 }, (_, k) => binomial(n, k, p))

/** Probability of `k` successes in `n` trials with probability `p`. */
function binomial(n: number, k: number, p: number): number {
  if (p <= 0 || p >= 1) return k === (p <= 0 ? 0 : n) ? 1 : 0
  let log = k * Math.log(p) + (n - k) * Math.log1p(-p)
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i)
  return Math.exp(log)
}
