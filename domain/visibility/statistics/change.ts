/**
 * Tests whether a brand's visibility changed between two periods. The test pairs the periods cell by cell (a cell is
 * one prompt on one engine in one region), so differences between prompts do not hide a change.
 */
import jStat from "jstat"
import type { Verdict } from "@/domain/kernel/scan-values"
import { minAnswers } from "./precision"

/**
 * Sums over the paired cells of one brand. A common cell has answers in both periods from the same engine
 * configuration.
 */
export type PairedCells = {
  /** Number of common cells. */
  common: number
  /** Number of all cells of the period. */
  currentCells: number
  previousCells: number
  /** Answers in common cells. */
  currentAnswers: number
  previousAnswers: number
  /** Sum of the differences in visibility over the common cells. */
  sum: number
  /** Sum of the squares of these differences. */
  squares: number
  /** Number of common cells whose visibility rose. */
  up: number
  /** Number of common cells whose visibility fell. */
  down: number
  /** Answers in common cells that mention the brand, both periods together. */
  mentions: number
  /** True when every common cell has one answer on each side. */
  hasSingleRuns: boolean
  /** True for your brand, whose tests are a family of their own: competitors then do not make them stricter. */
  isOwnBrand: boolean
}

export type Change = {
  verdict: Verdict
  method: "paired_t" | "paired_z" | "pooled_t" | "sign_midp" | "mcnemar_midp" | null
  /** Two-sided p-value. */
  p: number | null
  /** After the Benjamini-Hochberg adjustment over the tests of the family. */
  pAdjusted: number | null
}

/** Significance level for visibility: a change is reported when its adjusted p-value is below it. */
export const visibilitySignificance = 0.05
/**
 * Significance level for all other metrics: at most 3% of unchanged metrics are reported as changed. Their test compares
 * intervals. It reports more if the runs of a scan resemble each other and fewer than four scans are compared
 * (docs/decisions/0031-tests-of-change.md).
 */
export const metricSignificance = 0.03
/** With fewer mentions than this in both periods together, the sign test decides instead of the paired t test. */
const minMentionsForPairedTest = 10
/** From this number of cells on, the normal distribution replaces Student's t. Their quantiles differ by 1%. */
const minCellsForNormal = 100

/**
 * Returns a verdict for each element, in the order of the input. The tests of your brand are one family, those of all
 * other brands a second one.
 */
export const testChanges = (all: readonly PairedCells[]): Change[] =>
  changesOf(all.map((cells) => ({ cells, ...testBrand(cells) })))

/** The result of one test before the adjustment. */
type Tested = Omit<Change, "pAdjusted">

/** Adjusts the p-values and adds the verdicts. */
export function changesOf(tests: readonly (Tested & { cells: PairedCells })[]): Change[] {
  const adjusted = adjustByFamily(tests, ({ cells }) => cells.isOwnBrand)
  return tests.map((one) => {
    const { cells, ...tested } = one
    const pAdjusted = adjusted.get(one) ?? null
    const isSignificant = pAdjusted !== null && pAdjusted < visibilitySignificance
    return { ...tested, verdict: isSignificant ? directionOf(one) : tested.verdict, pAdjusted }
  })
}

/**
 * Tests one brand on its own, before the adjustment. Two periods are comparable if at least half of the cells of each
 * are common.
 */
export function testBrand(cells: PairedCells): Tested {
  const { common, currentCells, previousCells } = cells
  if (common * 2 < Math.max(currentCells, previousCells) || common === 0)
    return { verdict: "not_comparable", method: null, p: null }
  if (Math.min(cells.currentAnswers, cells.previousAnswers) < minAnswers)
    return { verdict: "insufficient", method: null, p: null }
  const method = methodOf(cells)
  const p = method.startsWith("paired") ? pairedTest(cells) : signTest(cells.up, cells.down)
  return { verdict: "no_clear_change", method, p }
}

function methodOf(cells: PairedCells): NonNullable<Change["method"]> {
  if (canUsePairedTest(cells)) return cells.common < minCellsForNormal ? "paired_t" : "paired_z"
  return cells.hasSingleRuns ? "mcnemar_midp" : "sign_midp"
}

/** The paired test needs enough mentions, and two cells whose difference it can compare. */
export const canUsePairedTest = ({ common, mentions }: Pick<PairedCells, "common" | "mentions">): boolean =>
  mentions >= minMentionsForPairedTest && common >= 2

type PairedSums = Pick<PairedCells, "common" | "sum" | "squares" | "currentAnswers" | "previousAnswers">

/**
 * Paired t test over cells: t = mean difference / its standard error, with cells - 1 degrees of freedom. Returns the
 * two-sided p.
 */
export function pairedTest(cells: PairedSums): number {
  const { common, sum } = cells
  if (sum === 0) return 1
  const t = -Math.abs(sum) / Math.sqrt(common * varianceOf(cells))
  return 2 * (common < minCellsForNormal ? jStat.studentt.cdf(t, common - 1) : jStat.normal.cdf(t, 0, 1))
}

/**
 * Sample variance of the differences. If all cells changed by the same amount, it is the variance of rounding instead:
 * with n answers, a cell's visibility is a multiple of 1/n, and rounding to multiples of 1/n has the variance 1/12n².
 */
function varianceOf({ common, sum, squares, currentAnswers, previousAnswers }: PairedSums): number {
  const deviations = squares - (sum * sum) / common
  if (deviations > 1e-9 * squares) return deviations / (common - 1)
  const answersOfCell = Math.max(currentAnswers, previousAnswers) / common
  return 1 / (12 * answersOfCell ** 2)
}

/**
 * Direction of a significant change. The sign test ignores how much a cell changed. If its direction differs from that
 * of the mean, for example because many cells fell a little and few rose a lot, there is no clear change.
 */
function directionOf({ method, cells: { sum, up, down } }: Pick<Change, "method"> & { cells: PairedCells }): Verdict {
  const isSignTest = method === "sign_midp" || method === "mcnemar_midp"
  if (isSignTest && Math.sign(up - down) !== Math.sign(sum)) return "no_clear_change"
  return sum > 0 ? "up" : "down"
}

/**
 * Sign test with mid-p: tests whether as many cells went up as down. With one run per cell this is McNemar's test
 * (Fagerland et al., BMC Med. Res. Methodol. 13 (2013), 91). Returns the two-sided p when up and down are equally
 * likely: the probability of a more uneven split plus half the probability of the observed split. 1 for an even split,
 * also when no cell changed.
 */
export function signTest(up: number, down: number): number {
  const moved = up + down
  const fewer = Math.min(up, down)
  if (up === down) return 1
  let chance = 0.5 ** moved
  let tail = 0
  for (let k = 0; k < fewer; k++) {
    tail += chance
    chance *= (moved - k) / (k + 1)
  }
  return 2 * tail + chance
}

/** Adjusts the p-values of each family of tests. Returns them by test, without those that have no p-value. */
export function adjustByFamily<Test extends { p: number | null }>(
  tests: readonly Test[],
  familyOf: (test: Test) => unknown,
): Map<Test, number> {
  const families = Map.groupBy(
    tests.filter(({ p }) => p !== null),
    familyOf,
  )
  return new Map(
    [...families.values()].flatMap((family) => {
      const ps = benjaminiHochberg(family.map(({ p }) => p as number))
      return family.map((test, i) => [test, ps[i] as number] as const)
    }),
  )
}

/**
 * Adjusts the p-values of several tests to control the false discovery rate. If a change is reported when its adjusted
 * p-value is below a level, at most that share of the reported changes is false on average. The caller chooses the
 * level. Returns the p-values in the order of the input. Benjamini & Hochberg, JRSS B 57 (1995), 289-300.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((p, i) => ({ p, i })).sort((a, b) => b.p - a.p)
  const adjusted: number[] = new Array(ps.length)
  let smallest = 1
  for (const [fromTop, { p, i }] of order.entries()) {
    smallest = Math.min(smallest, (p * ps.length) / (ps.length - fromTop))
    adjusted[i] = smallest
  }
  return adjusted
}
