/**
 * Tests whether a brand's visibility changed in one of several groups, for example on one of many prompts.
 *
 * A prompt has only as many cells as it has engines and regions, too few to estimate how much cells vary by chance. The
 * test therefore estimates this from the cells of all groups together. It is the quasi-likelihood t test of a binomial
 * model (McCullagh & Nelder, Generalized Linear Models, 1989, section 4.5;
 * docs/decisions/0033-pooled-test-of-groups.md):
 *
 * - If answers were independent, sum(d) of a group without a change would have the binomial variance V, which follows
 *   from the numbers of answers and mentions.
 * - Answers are not independent, so the real variance is V times the dispersion.
 * - The dispersion is the observed variance divided by V, over the cells of all groups. Within a group of n cells, the
 *   expected value of sum(d²) - sum(d)² / n is V * (1 - 1/n), because the mean is estimated from the same cells.
 * - Without a change, t = sum(d) / sqrt(V * dispersion) has Student's t distribution.
 *
 * With one engine and one region, a prompt is a single cell. Its test then uses the dispersion of all other prompts.
 */
import jStat from "jstat"
import { addVerdicts, type PairedCells, type TestedChange, testBrand } from "./change"

/** The paired cells of one brand in one group. */
export type GroupCells = PairedCells & {
  brandId: string
  /**
   * V: the variance of `differenceSum` if visibility did not change and all answers were independent. It is the sum of
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
export const minDegreesOfFreedom = 10
/** With fewer answers that mention the brand, or fewer that do not, the difference is far from normally distributed. */
const minAnswersOfEachKind = 5

/**
 * Returns a verdict for each brand in each group, in the order of the input. Uses the pooled test where possible, and
 * otherwise the tests of change.ts.
 */
export function testGroupChanges(groups: readonly GroupCells[]): TestedChange[] {
  const groupsByBrand = Map.groupBy(groups, ({ brandId }) => brandId)
  const dispersions = new Map([...groupsByBrand.values()].flatMap(dispersionByGroup))
  return addVerdicts(
    groups.map((cells) => {
      const dispersion = dispersions.get(cells)
      const unpooled = testBrand(cells)
      if (unpooled.p === null || !dispersion || !canUsePooledTest(cells)) return { cells, ...unpooled }
      const [p, margin] = [pooledTest(cells, dispersion), pooledMargin(cells, dispersion)]
      return { cells, ...unpooled, method: "pooled_t" as const, p, margin }
    }),
  )
}

/** Returns the dispersion that the test of each group of one brand uses. Null if it cannot be estimated. */
function dispersionByGroup(groups: readonly GroupCells[]): [GroupCells, Dispersion | null][] {
  const withinGroups = dispersionOf(groups)
  if (withinGroups) return groups.map((group) => [group, withinGroups])
  const singleCells = groups.filter(({ commonCells }) => commonCells === 1)
  const sums = sumOf(singleCells)
  return singleCells.map((group) => [group, dispersionOfOthers(group, sums)])
}

/**
 * Estimates the dispersion from the differences between the cells of each group. A change of a whole group does not
 * increase it, because each group is compared with its own mean. Runs that resemble each other do. Returns null if
 * there are fewer than two groups or ten degrees of freedom.
 */
export function dispersionOf(groups: readonly GroupCells[]): Dispersion | null {
  const comparable = groups.filter(({ commonCells }) => commonCells >= 2)
  if (comparable.length < 2) return null
  const spreads = comparable.map(spreadOf)
  return dispersionOfSpread({
    observed: sum(spreads, "observed"),
    expected: sum(spreads, "expected"),
    degreesOfFreedom: sum(spreads, "degreesOfFreedom"),
  })
}

/**
 * Estimates the dispersion for a group with a single cell, from the single cells of all other groups. They are compared
 * with their common mean. The group's own cell is left out, so its change does not hide itself. `sums` are those of all
 * groups with a single cell.
 */
function dispersionOfOthers(group: GroupCells, sums: CellSums): Dispersion | null {
  const others = Object.fromEntries(sumNames.map((name) => [name, sums[name] - group[name]])) as CellSums
  return others.commonCells >= 2 ? dispersionOfSpread(spreadOf(others)) : null
}

const sumNames = ["commonCells", "differenceSum", "squaredDifferenceSum", "binomialVariance", "mixedCells"] as const

/** The sums from which the spread of cells follows. */
type CellSums = Pick<GroupCells, (typeof sumNames)[number]>

const sumOf = (groups: readonly CellSums[]) =>
  Object.fromEntries(sumNames.map((name) => [name, sum(groups, name)])) as CellSums

/** How much the cells of a group differ from their mean: the observed variance and that of independent answers. */
type Spread = { observed: number; expected: number; degreesOfFreedom: number }

function spreadOf({
  commonCells,
  differenceSum,
  squaredDifferenceSum,
  binomialVariance,
  mixedCells,
}: CellSums): Spread {
  return {
    observed: squaredDifferenceSum - (differenceSum * differenceSum) / commonCells,
    expected: binomialVariance * (1 - 1 / commonCells),
    // Cells whose answers all agree have a binomial variance of 0 and say nothing about the dispersion.
    degreesOfFreedom: Math.max(0, mixedCells - 1),
  }
}

const dispersionOfSpread = ({ observed, expected, degreesOfFreedom }: Spread): Dispersion | null =>
  degreesOfFreedom < minDegreesOfFreedom ? null : { ratio: Math.max(1, observed / expected), degreesOfFreedom }

const sum = <Name extends string>(items: readonly Record<Name, number>[], name: Name) =>
  items.reduce((total, item) => total + item[name], 0)

/**
 * False for single answers per cell and period, which do not show how much the answers of a cell vary without a change,
 * and for groups with few mentions or few answers without one.
 */
export function canUsePooledTest({
  hasSingleRuns,
  currentAnswers,
  previousAnswers,
  mentions,
}: Pick<PairedCells, "hasSingleRuns" | "currentAnswers" | "previousAnswers" | "mentions">): boolean {
  const answersWithoutMention = currentAnswers + previousAnswers - mentions
  return !hasSingleRuns && Math.min(mentions, answersWithoutMention) >= minAnswersOfEachKind
}

/** Two-sided p-value of the t test of `differenceSum`, whose variance is the binomial variance times the dispersion. */
export function pooledTest(
  { differenceSum, binomialVariance }: Pick<GroupCells, "differenceSum" | "binomialVariance">,
  dispersion: Dispersion,
): number {
  if (differenceSum === 0) return 1
  const t = Math.abs(differenceSum) / Math.sqrt(binomialVariance * dispersion.ratio)
  return 2 * jStat.studentt.cdf(-t, dispersion.degreesOfFreedom)
}

/** Half the width of the 95% interval of the mean difference over the group's cells. */
export function pooledMargin(
  { commonCells, binomialVariance }: Pick<GroupCells, "commonCells" | "binomialVariance">,
  { ratio, degreesOfFreedom }: Dispersion,
): number {
  return (jStat.studentt.inv(0.975, degreesOfFreedom) * Math.sqrt(binomialVariance * ratio)) / commonCells
}
