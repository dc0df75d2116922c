/**
 * Computes how likely the change verdict is to detect a change, before a scan runs. It simulates comparisons and runs
 * the tests of change.ts on them. change-power.test.ts compares the result with verdicts on simulated answers.
 */
import jStat from "jstat"
import { canUsePairedTest, type PairedCells, pairedTest, signTest, visibilitySignificance } from "./change"
import { minAnswers } from "./precision"
import { seededRandom } from "./seeded-random"

export type PlannedComparison = {
  /** Number of cells (prompt × engine × region). */
  cells: number
  /** Answers of a cell on each side. */
  runs: number
  /**
   * The correlation of two answers of one cell: 0 if all cells have the same visibility, 1 if the answers of each cell
   * agree.
   */
  intraclassCorrelation: number
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
 * Returns the probability that the verdict reports the change, in its direction, when the visibility goes from
 * `previous` to `current`. In a fall, the visibility of every cell is multiplied by current / previous. A rise is
 * computed as the fall of 1 - visibility.
 */
export function powerOf(plan: PlannedComparison, previous: number, current: number): number {
  const [from, to] = current < previous ? [previous, current] : [1 - previous, 1 - current]
  const chances = chancesOfFalls(plan, from, from > 0 ? to / from : 1)
  const answers = plan.cells * plan.runs
  const sides = { common: plan.cells, currentAnswers: answers, previousAnswers: answers }
  // Only changed mentions are simulated. The number of the others varies little, so it has its expected value.
  const moved = chances.reduce((sum, chance, i) => sum + chance * Math.abs(i - plan.runs), 0)
  const unmoved = answers * (previous + current) - plan.cells * moved
  const random = seededRandom("power")
  let detected = 0
  for (let i = 0; i < simulations; i++) {
    const cells = simulateCells(plan, chances, random)
    const mentions = unmoved + cells.moved
    if (isDetected({ ...sides, ...cells, mentions }, visibilitySignificance / plan.tests)) detected++
  }
  return detected / simulations
}

/** As in `PairedCells`. */
type SimulatedCells = Omit<PairedCells, "currentCells" | "previousCells" | "hasSingleRuns" | "isOwnBrand">

/**
 * Draws how many cells fall by how many mentions. `chances` is the result of `chancesOfFalls`. `moved`: the mentions that
 * cells gain or lose.
 */
function simulateCells({ cells, runs }: PlannedComparison, chances: readonly number[], random: () => number) {
  let [sum, squares, up, down, moved] = [0, 0, 0, 0, 0]
  let [cellsLeft, chanceLeft] = [cells, 1]
  for (const [i, chance] of chances.entries()) {
    const count = chanceLeft <= chance ? cellsLeft : sampleBinomial(cellsLeft, chance / chanceLeft, random)
    const fall = (i - runs) / runs
    sum -= count * fall
    squares += count * fall ** 2
    moved += count * Math.abs(i - runs)
    if (fall > 0) down += count
    else if (fall < 0) up += count
    cellsLeft -= count
    chanceLeft -= chance
  }
  return { sum, squares, up, down, moved }
}

/** Whether the tests of change.ts report a fall. */
function isDetected(cells: SimulatedCells, alpha: number): boolean {
  if (cells.sum >= 0) return false
  if (canUsePairedTest(cells)) return pairedTest(cells) < alpha
  return cells.down > cells.up && signTest(cells.up, cells.down) < alpha
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

/**
 * Probabilities that one cell falls by -runs to +runs mentions when its share falls by `factor`. `mean` is the mean share
 * of the cells. It is a mixture: a part of the cells, `intraclassCorrelation`, has the share 1 or 0, and the others
 * the mean. Any distribution with this correlation gives differences of the same mean and variance.
 */
function chancesOfFalls({ runs, intraclassCorrelation }: PlannedComparison, mean: number, factor: number): number[] {
  const groups = [
    { share: mean, weight: 1 - intraclassCorrelation },
    { share: 1, weight: intraclassCorrelation * mean },
    { share: 0, weight: intraclassCorrelation * (1 - mean) },
  ]
  const chances = new Array<number>(2 * runs + 1).fill(0)
  for (const { share, weight } of groups.filter(({ weight }) => weight > 0))
    for (const [a, previousChance] of binomials(runs, share).entries())
      for (const [b, currentChance] of binomials(runs, share * factor).entries())
        chances[runs + a - b] = (chances[runs + a - b] as number) + weight * previousChance * currentChance
  return chances
}

const binomials = (n: number, p: number) => Array.from({ length: n + 1 }, (_, k) => binomial(n, k, p))

/** Probability of `k` successes in `n` trials with probability `p`. */
function binomial(n: number, k: number, p: number): number {
  if (p <= 0 || p >= 1) return k === (p <= 0 ? 0 : n) ? 1 : 0
  let log = k * Math.log(p) + (n - k) * Math.log1p(-p)
  for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i)
  return Math.exp(log)
}
