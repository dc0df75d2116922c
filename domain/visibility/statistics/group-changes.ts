/**
 * Tests whether a brand's visibility changed in one of several groups, for example on one of many prompts. A prompt has
 * only as many cells as it has engines and regions, too few to estimate how much cells vary by chance. The test
 * therefore estimates this from the cells of all groups together.
 */
import jStat from "jstat"
import { type Change, changesOf, type PairedCells, testBrand } from "./change"

/** The paired cells of one brand in one group. */
export type GroupCells = PairedCells & {
  brandId: string
  /**
   * The variance of `sum` if visibility did not change and all answers were independent: the sum of
   * p(1 - p)(1/a + 1/b)n/(n - 1) over the common cells. A cell has a answers in the current period, b in the previous
   * one, and n = a + b in both. The brand is mentioned in the share p of these n answers.
   */
  binomialVariance: number
  /** Number of common cells in which some answers mention the brand and others do not. */
  mixedCells: number
}

/** How much more the cells of a brand vary than independent answers would. */
export type Dispersion = {
  /** The observed variance as a multiple of the binomial variance. At least 1. */
  ratio: number
  degreesOfFreedom: number
}

/** With fewer degrees of freedom, the estimate of the dispersion is too uncertain. */
const minDegreesOfFreedom = 10
/** With fewer answers that mention the brand, or fewer that do not, the difference is far from normally distributed. */
const minOfEachKind = 5

/**
 * Returns a verdict for each brand in each group, in the order of the input. As `testChanges`, but the groups of a brand
 * share the estimate of chance if they can.
 */
export function testGroupChanges(all: readonly GroupCells[]): Change[] {
  const groupsByBrand = Map.groupBy(all, ({ brandId }) => brandId)
  const dispersions = new Map([...groupsByBrand].map(([brandId, groups]) => [brandId, dispersionOf(groups)]))
  return changesOf(
    all.map((cells) => {
      const dispersion = dispersions.get(cells.brandId)
      const tested = testBrand(cells)
      if (tested.p === null || !dispersion || !canUsePooledTest(cells)) return { cells, ...tested }
      return { cells, ...tested, method: "pooled_t" as const, p: pooledTest(cells, dispersion) }
    }),
  )
}

/**
 * Estimates the dispersion from the differences between the cells of each group. A change of a whole group does not
 * increase it. Runs that resemble each other do. Returns null if the cells say too little.
 */
export function dispersionOf(groups: readonly GroupCells[]): Dispersion | null {
  const comparable = groups.filter(({ common }) => common >= 2)
  const sumOver = (value: (group: GroupCells) => number) => comparable.reduce((sum, group) => sum + value(group), 0)
  const observed = sumOver(({ common, sum, squares }) => squares - (sum * sum) / common)
  const expected = sumOver(({ common, binomialVariance }) => binomialVariance * (1 - 1 / common))
  const degreesOfFreedom = sumOver(({ mixedCells }) => Math.max(0, mixedCells - 1))
  if (comparable.length < 2 || degreesOfFreedom < minDegreesOfFreedom) return null
  return { ratio: Math.max(1, observed / expected), degreesOfFreedom }
}

/**
 * Single answers per cell and period do not show how much the answers of a cell vary without a change, so the paired
 * tests stay.
 */
export const canUsePooledTest = ({ hasSingleRuns, currentAnswers, previousAnswers, mentions }: PairedCells): boolean =>
  !hasSingleRuns && Math.min(mentions, currentAnswers + previousAnswers - mentions) >= minOfEachKind

/** Two-sided p-value of the t test of `sum`. Its variance is the binomial variance times the dispersion. */
export function pooledTest({ sum, binomialVariance }: GroupCells, { ratio, degreesOfFreedom }: Dispersion): number {
  if (sum === 0) return 1
  return 2 * jStat.studentt.cdf(-Math.abs(sum) / Math.sqrt(binomialVariance * ratio), degreesOfFreedom)
}
