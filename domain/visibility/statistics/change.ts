/**
 * Tests whether a brand's visibility changed between two periods.
 *
 * A cell is one prompt on one engine in one region. Its visibility is the share of its answers that mention the brand.
 * The tests pair the two periods cell by cell, so differences between prompts do not hide a change. They use the
 * difference d of each of the n cells that both periods contain: the current visibility minus the previous one.
 *
 * - Paired t test: if nothing changed, t = mean(d) / sqrt(var(d) / n) has Student's t distribution with n - 1 degrees
 *   of freedom. It follows from two sums, because mean(d) = sum(d) / n and var(d) = (sum(d²) - sum(d)² / n) / (n - 1).
 * - Sign test: if nothing changed, a changed cell rose or fell with probability 1/2 each. It replaces the t test if
 *   there are few mentions.
 * - Benjamini-Hochberg adjustment: limits the share of false changes when many brands or groups are tested.
 *
 * docs/decisions/0031-tests-of-change.md states why these tests were chosen and how often they are wrong.
 */
import jStat from "jstat"
import type { Verdict } from "@/domain/kernel/scan-values"
import { minAnswers } from "./precision"

/** Sums over the cells of one brand. A common cell has answers in both periods from the same engine configuration. */
export type PairedCells = {
  /** Number of common cells: n in the formulas. */
  commonCells: number
  /** Number of all cells of each period. */
  currentCells: number
  previousCells: number
  /** Number of answers in the common cells, in each period. */
  currentAnswers: number
  previousAnswers: number
  /** Sum of the differences in visibility over the common cells: sum(d). Each difference is between -1 and 1. */
  differenceSum: number
  /** Sum of the squared differences: sum(d²). */
  squaredDifferenceSum: number
  /** Number of common cells whose visibility rose. */
  risenCells: number
  /** Number of common cells whose visibility fell. */
  fallenCells: number
  /** Number of answers in common cells that mention the brand, in both periods together. */
  mentions: number
  /** True when every common cell has one answer in each period. */
  hasSingleRuns: boolean
  /** True for your brand, whose tests are a family of their own: competitors then do not make them stricter. */
  isOwnBrand: boolean
}

export type Change = {
  verdict: Verdict
  method: "paired_t" | "paired_z" | "pooled_t" | "sign_midp" | "mcnemar_midp" | null
  /** Two-sided p-value. Null if nothing was tested. */
  p: number | null
  /** The p-value after the Benjamini-Hochberg adjustment over all tests of the family. */
  pAdjusted: number | null
}

/** `margin`: half the width of the 95% interval of mean(d). Null for a sign test, and if nothing was tested. */
export type TestedChange = Change & { margin: number | null }

/** Significance level for visibility: a change is reported when its adjusted p-value is below it. */
export const visibilitySignificance = 0.05
/** Significance level for all other metrics, whose test is that of ratio-change.ts. */
export const metricSignificance = 0.03
/** With fewer mentions than this in both periods together, the sign test decides instead of the paired t test. */
const minMentionsForPairedTest = 10
/** From this number of cells on, the normal distribution replaces Student's t. Their quantiles differ by 1%. */
const minCellsForNormal = 100

/**
 * Returns a verdict for each element, in the order of the input. The tests of your brand are one family, those of all
 * other brands a second one.
 */
export const testChanges = (comparisons: readonly PairedCells[]): TestedChange[] =>
  addVerdicts(comparisons.map((cells) => ({ cells, ...testBrand(cells) })))

/** The result of one test before the adjustment. */
type UnadjustedChange = Omit<TestedChange, "pAdjusted">

/** Adjusts the p-values of each family and decides which changes are significant. */
export function addVerdicts(tests: readonly (UnadjustedChange & { cells: PairedCells })[]): TestedChange[] {
  const adjustedByTest = adjustByFamily(tests, ({ cells }) => cells.isOwnBrand)
  return tests.map((test) => {
    const { cells, ...unadjusted } = test
    const pAdjusted = adjustedByTest.get(test) ?? null
    const isSignificant = pAdjusted !== null && pAdjusted < visibilitySignificance
    return { ...unadjusted, verdict: isSignificant ? directionOf(test) : unadjusted.verdict, pAdjusted }
  })
}

/**
 * Tests one brand on its own, before the adjustment. Two periods are comparable if at least half of the cells of each
 * are common.
 */
export function testBrand(cells: PairedCells): UnadjustedChange {
  const { commonCells, currentCells, previousCells, currentAnswers, previousAnswers } = cells
  const isComparable = commonCells > 0 && commonCells >= Math.max(currentCells, previousCells) / 2
  if (!isComparable) return { verdict: "not_comparable", ...untested }
  if (Math.min(currentAnswers, previousAnswers) < minAnswers) return { verdict: "insufficient", ...untested }
  if (canUsePairedTest(cells)) {
    const method = commonCells < minCellsForNormal ? "paired_t" : "paired_z"
    return { verdict: "no_clear_change", method, p: pairedTest(cells), margin: pairedMargin(cells) }
  }
  const method = cells.hasSingleRuns ? "mcnemar_midp" : "sign_midp"
  return { verdict: "no_clear_change", method, p: signTest(cells.risenCells, cells.fallenCells), margin: null }
}

const untested = { method: null, p: null, margin: null }

/** The paired test needs enough mentions, and two cells to estimate a variance from. */
export const canUsePairedTest = ({ commonCells, mentions }: Pick<PairedCells, "commonCells" | "mentions">): boolean =>
  mentions >= minMentionsForPairedTest && commonCells >= 2

type DifferenceSums = Pick<
  PairedCells,
  "commonCells" | "differenceSum" | "squaredDifferenceSum" | "currentAnswers" | "previousAnswers"
>

/** Paired t test over cells, or z test from 100 cells on. Returns the two-sided p-value. */
export function pairedTest(cells: DifferenceSums): number {
  const { commonCells, differenceSum } = cells
  if (differenceSum === 0) return 1
  // mean(d) / sqrt(var(d) / n), with both sides multiplied by n.
  const t = Math.abs(differenceSum) / Math.sqrt(commonCells * differenceVariance(cells))
  const tail = commonCells < minCellsForNormal ? jStat.studentt.cdf(-t, commonCells - 1) : jStat.normal.cdf(-t, 0, 1)
  return 2 * tail
}

/** Half the width of the 95% interval of mean(d). The p-value is below 0.05 if and only if the interval excludes 0. */
export function pairedMargin(cells: DifferenceSums): number {
  const { commonCells } = cells
  const isNormal = commonCells >= minCellsForNormal
  const quantile = isNormal ? jStat.normal.inv(0.975, 0, 1) : jStat.studentt.inv(0.975, commonCells - 1)
  return quantile * Math.sqrt(differenceVariance(cells) / commonCells)
}

/**
 * Sample variance of the differences. If all cells changed by the same amount, it is the variance of rounding instead:
 * with n answers, a cell's visibility is a multiple of 1/n, and rounding to multiples of 1/n has the variance 1/12n².
 */
function differenceVariance(cells: DifferenceSums): number {
  const { commonCells, differenceSum, squaredDifferenceSum, currentAnswers, previousAnswers } = cells
  const squaredDeviationSum = squaredDifferenceSum - (differenceSum * differenceSum) / commonCells
  const allChangedAlike = squaredDeviationSum <= 1e-9 * squaredDifferenceSum // not 0, because sums have rounding errors
  if (!allChangedAlike) return squaredDeviationSum / (commonCells - 1)
  const answersPerCell = Math.max(currentAnswers, previousAnswers) / commonCells
  return 1 / (12 * answersPerCell ** 2)
}

/**
 * Direction of a significant change. The sign test ignores how much a cell changed. If its direction differs from that
 * of the mean, for example because many cells fell a little and few rose a lot, there is no clear change.
 */
function directionOf({ method, cells }: UnadjustedChange & { cells: PairedCells }): Verdict {
  const { differenceSum, risenCells, fallenCells } = cells
  const isSignTest = method === "sign_midp" || method === "mcnemar_midp"
  if (isSignTest && Math.sign(risenCells - fallenCells) !== Math.sign(differenceSum)) return "no_clear_change"
  return differenceSum > 0 ? "up" : "down"
}

/**
 * Sign test with mid-p: tests whether as many cells rose as fell. With one answer per cell and period, this is
 * McNemar's test (Fagerland et al., BMC Med. Res. Methodol. 13 (2013), 91).
 *
 * The number of risen cells has a binomial distribution with probability 1/2. The two-sided p-value is the probability
 * of a more uneven split plus half the probability of the observed split. It is 1 for an even split, also when no cell
 * changed.
 */
export function signTest(risen: number, fallen: number): number {
  if (risen === fallen) return 1
  const changed = risen + fallen
  const fewer = Math.min(risen, fallen)
  /** Probability that exactly `k` cells go in the rarer direction. After the loop, that of the observed number. */
  let probability = 0.5 ** changed
  let moreUneven = 0
  for (let k = 0; k < fewer; k++) {
    moreUneven += probability
    probability *= (changed - k) / (k + 1)
  }
  // Two-sided with mid-p: 2 * (moreUneven + probability / 2).
  return 2 * moreUneven + probability
}

/** Adjusts the p-values of each family of tests. The result leaves out tests without a p-value. */
export function adjustByFamily<Test extends { p: number | null }>(
  tests: readonly Test[],
  familyOf: (test: Test) => unknown,
): Map<Test, number> {
  const withPValue = tests.filter(({ p }) => p !== null)
  const adjustedByTest = new Map<Test, number>()
  for (const family of Map.groupBy(withPValue, familyOf).values()) {
    const adjusted = benjaminiHochberg(family.map(({ p }) => p as number))
    for (const [i, test] of family.entries()) adjustedByTest.set(test, adjusted[i] as number)
  }
  return adjustedByTest
}

/**
 * Adjusts the p-values of several tests to control the false discovery rate. If changes are reported when their
 * adjusted p-value is below a level, then on average at most that share of the reported changes is false. Returns the
 * adjusted p-values in the order of the input. Benjamini & Hochberg, JRSS B 57 (1995), 289-300.
 *
 * The adjusted p-value of rank r, from the smallest of m p-values, is p * m / r, or that of a higher rank if smaller.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const largestFirst = pValues.map((p, i) => ({ p, i })).sort((a, b) => b.p - a.p)
  const adjusted: number[] = new Array(pValues.length)
  let smallest = 1
  for (const [position, { p, i }] of largestFirst.entries()) {
    const rank = pValues.length - position
    smallest = Math.min(smallest, (p * pValues.length) / rank)
    adjusted[i] = smallest
  }
  return adjusted
}
