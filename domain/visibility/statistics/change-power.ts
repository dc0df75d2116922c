/**
 * Computes the power of the change verdict before a scan runs: the probability that it detects a given change of
 * visibility. Simulates comparisons and runs the tests of change.ts and group-changes.ts on them. change-power.test.ts
 * compares the result with verdicts on simulated answers.
 */
import jStat from "jstat"
import { canUsePairedTest, type PairedCells, pairedTest, signTest, visibilitySignificance } from "./change"
import { canUsePooledTest, type Dispersion, type GroupCells, minDegreesOfFreedom, pooledTest } from "./group-changes"
import { minAnswers } from "./precision"
import { seededRandom } from "./seeded-random"

export type PlannedComparison = {
  /** Number of cells (prompt × engine × region). */
  cells: number
  /** Answers of a cell in each period. */
  runs: number
  /**
   * The correlation of two answers of one cell: 0 if all cells have the same visibility, 1 if the answers of each cell
   * agree.
   */
  intraclassCorrelation: number
  /**
   * Number of groups of this size that are tested together, such as engines: 1 for all answers. The other groups are
   * assumed not to change.
   */
  groups: number
}

const plannedPower = 0.8
/** Each bisection halves the uncertainty of the result: after 9, it is at most 1/512. */
const bisections = 9
/** Simulated comparisons for each tested size of a change. */
const simulations = 2_000

/**
 * Returns the minimum detectable effect: the smallest change from the visibility `share` that is detected with 80%
 * probability, as a positive difference of shares (0 to 1). Null if no change in this direction reaches this
 * probability, or if a period has fewer than 10 answers.
 */
export function detectableChange(plan: PlannedComparison, share: number, direction: "fall" | "rise"): number | null {
  if (plan.cells * plan.runs < minAnswers) return null
  const reachesPlannedPower = (change: number) =>
    powerOf(plan, share, direction === "fall" ? share - change : share + change) >= plannedPower
  let undetected = 0
  let detected = direction === "fall" ? share : 1 - share
  if (!reachesPlannedPower(detected)) return null
  for (let i = 0; i < bisections; i++) {
    const middle = (undetected + detected) / 2
    if (reachesPlannedPower(middle)) detected = middle
    else undetected = middle
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
  const outcomes = cellOutcomes(plan, from, from > 0 ? to / from : 1)
  const answers = plan.cells * plan.runs
  const constants = {
    commonCells: plan.cells,
    currentAnswers: answers,
    previousAnswers: answers,
    hasSingleRuns: plan.runs === 1,
  }
  // Mentions by which a cell's periods differ are simulated. The number of the others varies little, so it has its
  // expected value.
  const changedMentionsPerCell = outcomes.reduce(
    (sum, { lostMentions, probability }) => sum + probability * Math.abs(lostMentions),
    0,
  )
  const unchangedMentions = answers * (previous + current) - plan.cells * changedMentionsPerCell
  const drawDispersion = dispersionSampler(plan, cellOutcomes(plan, from, 1), outcomes)
  const random = seededRandom("power")
  let detected = 0
  for (let i = 0; i < simulations; i++) {
    const { changedMentions, ...differences } = simulateCells(plan, outcomes, random)
    const cells = { ...constants, ...differences, mentions: unchangedMentions + changedMentions }
    if (detectsFall(cells, drawDispersion(random), drawSignificance(plan.groups, random))) detected++
  }
  return detected / simulations
}

/**
 * One possible result of a cell. `lostMentions`: its previous mentions minus its current ones, from -runs to runs.
 * The other fields are expected values of such a cell, times `probability`. `binomialVariance` and `mixedCells` are as in
 * `GroupCells`, and `squaredVariance` is the square of `binomialVariance`.
 */
type CellOutcome = {
  lostMentions: number
  probability: number
  binomialVariance: number
  squaredVariance: number
  mixedCells: number
}

/**
 * Returns the probability of each outcome of a cell whose visibility is multiplied by `factor`. `mean` is the mean
 * visibility of the cells. It is a mixture: a part of the cells, `intraclassCorrelation`, has the visibility 1 or 0,
 * and the others the mean. Any distribution with this correlation gives differences of the same mean and variance.
 */
function cellOutcomes({ runs, intraclassCorrelation }: PlannedComparison, mean: number, factor: number): CellOutcome[] {
  const mixture = [
    { share: mean, weight: 1 - intraclassCorrelation },
    { share: 1, weight: intraclassCorrelation * mean },
    { share: 0, weight: intraclassCorrelation * (1 - mean) },
  ].filter(({ weight }) => weight > 0)
  const outcomes = Array.from({ length: 2 * runs + 1 }, (_, i) => {
    return { lostMentions: i - runs, probability: 0, binomialVariance: 0, squaredVariance: 0, mixedCells: 0 }
  })
  for (const { share, weight } of mixture)
    for (const [previousMentions, previousProbability] of binomialDistribution(runs, share).entries())
      for (const [currentMentions, currentProbability] of binomialDistribution(runs, share * factor).entries()) {
        const outcome = outcomes[runs + previousMentions - currentMentions] as CellOutcome
        const probability = weight * previousProbability * currentProbability
        const mentioned = (previousMentions + currentMentions) / (2 * runs)
        const variance = mentioned * (1 - mentioned) * (2 / runs) * ((2 * runs) / (2 * runs - 1))
        outcome.probability += probability
        outcome.binomialVariance += probability * variance
        outcome.squaredVariance += probability * variance ** 2
        if (mentioned > 0 && mentioned < 1) outcome.mixedCells += probability
      }
  return outcomes
}

/** The fields of `GroupCells` that the tests read. */
type SimulatedCells = Omit<PairedCells, "currentCells" | "previousCells" | "isOwnBrand"> &
  Pick<GroupCells, "binomialVariance">

/**
 * Draws how many cells have each outcome and returns their sums. The numbers of cells have a multinomial distribution:
 * given the earlier outcomes, the number of cells with the next outcome is binomial. `changedMentions`: the mentions
 * that cells lost or gained.
 */
function simulateCells({ cells, runs }: PlannedComparison, outcomes: readonly CellOutcome[], random: () => number) {
  const sums = {
    differenceSum: 0,
    squaredDifferenceSum: 0,
    binomialVariance: 0,
    risenCells: 0,
    fallenCells: 0,
    changedMentions: 0,
  }
  let cellsLeft = cells
  let probabilityLeft = 1
  for (const { lostMentions, probability, binomialVariance } of outcomes) {
    const isLast = probabilityLeft <= probability
    const count = isLast ? cellsLeft : sampleBinomial(cellsLeft, probability / probabilityLeft, random)
    const difference = -lostMentions / runs
    sums.differenceSum += count * difference
    sums.squaredDifferenceSum += count * difference ** 2
    sums.changedMentions += count * Math.abs(lostMentions)
    if (probability > 0) sums.binomialVariance += count * (binomialVariance / probability)
    if (difference > 0) sums.risenCells += count
    else if (difference < 0) sums.fallenCells += count
    cellsLeft -= count
    probabilityLeft -= probability
  }
  return sums
}

/**
 * Returns a function that draws the dispersion that the pooled test would estimate from all groups, or null if it could
 * not estimate one. `unchanged` and `changed` are the outcomes of a cell in a group without and with the change.
 *
 * The estimate is the variance of the differences d of all cells, divided by their binomial variance V. In a group
 * without a change, V is the expected value of d² for the mentions of a cell in both periods. So the ratio is 1, and the
 * variance of one d² is on average E(d⁴) - E(V²). In the group with the change, V also contains the change itself. The
 * estimate is drawn from a chi-squared distribution with this mean and variance.
 */
function dispersionSampler(
  { cells, runs, groups }: PlannedComparison,
  unchanged: readonly CellOutcome[],
  changed: readonly CellOutcome[],
) {
  const mixedCells = cells * total(unchanged, ({ mixedCells }) => mixedCells)
  const degreesOfFreedom = groups * Math.max(0, mixedCells - 1)
  if (groups < 2 || degreesOfFreedom < minDegreesOfFreedom) return () => null
  const moment = (outcomes: readonly CellOutcome[], power: number) =>
    total(outcomes, ({ lostMentions, probability }) => probability * (lostMentions / runs) ** power)
  const variance = total(unchanged, ({ binomialVariance }) => binomialVariance)
  const changedVariance = total(changed, ({ binomialVariance }) => binomialVariance)
  const observed = moment(changed, 2) - moment(changed, 1) ** 2
  const mean = ((groups - 1) * variance + observed) / ((groups - 1) * variance + changedVariance)
  const varianceOfSquare = moment(unchanged, 4) - total(unchanged, ({ squaredVariance }) => squaredVariance)
  const shape = (2 * cells * groups * variance ** 2) / varianceOfSquare
  return (random: () => number): Dispersion => {
    const estimate = (mean * jStat.chisquare.inv(random(), shape)) / shape
    return { ratio: Math.max(1, estimate), degreesOfFreedom }
  }
}

const total = (outcomes: readonly CellOutcome[], value: (outcome: CellOutcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + value(outcome), 0)

/**
 * Draws the value that p must stay below after the adjustment by Benjamini-Hochberg. The p-values of groups without a
 * change are uniform. If k - 1 of them are at most 5% * k / groups, p may be as large.
 */
function drawSignificance(groups: number, random: () => number): number {
  const others = Array.from({ length: groups - 1 }, random).sort((a, b) => a - b)
  const levelOf = (k: number) => (visibilitySignificance * k) / groups
  const rank = others.findLastIndex((p, i) => p <= levelOf(i + 2)) + 2
  return levelOf(rank)
}

/** Whether the tests of change.ts or, with a dispersion, that of group-changes.ts report a fall. */
function detectsFall(cells: SimulatedCells, dispersion: Dispersion | null, significance: number): boolean {
  if (cells.differenceSum >= 0) return false
  if (dispersion && canUsePooledTest(cells)) return pooledTest(cells, dispersion) < significance
  if (canUsePairedTest(cells)) return pairedTest(cells) < significance
  return cells.fallenCells > cells.risenCells && signTest(cells.risenCells, cells.fallenCells) < significance
}

/**
 * Draws the number of successes in `trials` trials with the probability `p` by inversion: the smallest number whose
 * cumulative probability is above a uniform random number. Uses the normal approximation if the variance is above 50.
 */
function sampleBinomial(trials: number, p: number, random: () => number): number {
  if (p > 0.5) return trials - sampleBinomial(trials, 1 - p, random)
  const variance = trials * p * (1 - p)
  const uniform = random()
  if (variance > 50) {
    const approximation = Math.round(jStat.normal.inv(uniform, trials * p, Math.sqrt(variance)))
    return Math.min(trials, Math.max(0, approximation))
  }
  let successes = 0
  let probability = (1 - p) ** trials
  let remainder = uniform
  while (remainder >= probability && successes < trials) {
    remainder -= probability
    successes++
    probability *= ((trials - successes + 1) / successes) * (p / (1 - p))
  }
  return successes
}

/** Probabilities of 0 to `trials` successes with the probability `p` each. */
const binomialDistribution = (trials: number, p: number) =>
  Array.from({ length: trials + 1 }, (_, successes) => binomialProbability(successes, trials, p))

/** Computed with logarithms, because factors such as p ** successes can be too small for a number. */
function binomialProbability(successes: number, trials: number, p: number): number {
  if (p <= 0) return successes === 0 ? 1 : 0
  if (p >= 1) return successes === trials ? 1 : 0
  let logarithm = successes * Math.log(p) + (trials - successes) * Math.log1p(-p)
  for (let i = 1; i <= successes; i++) logarithm += Math.log((trials - successes + i) / i)
  return Math.exp(logarithm)
}
