/**
 * Tests whether a ratio of sums, such as share of voice, changed between two periods, from the cells that both contain.
 *
 * Let R = sum(y) / sum(x) in each period. By the delta method, each cell adds
 *
 *     d = (y - R x) / sum(x) of the current period, minus the same of the previous period
 *
 * to the difference of the two ratios. The variance of the difference is sum(d²) * n / (n - 1), where n is the effective
 * number of cells. A cell counts once, so neither differences between prompts nor runs that resemble each other matter
 * (docs/decisions/0031-tests-of-change.md).
 */
import jStat from "jstat"
import { signTest } from "./change"
import { maxRelativeError } from "./ratio-interval"

/** Numerator y and denominator x of a cell in the current (c) and the previous (p) period. */
export const cellColumns = ["yc", "xc", "yp", "xp"] as const
export type CellColumn = (typeof cellColumns)[number]

/** Each pair of columns once, and each column with itself. */
export const cellProducts = cellColumns.flatMap((a, i) => cellColumns.slice(i).map((b) => [a, b] as const))

/** Sums over the common cells: of each column, and of the product of each pair of columns. */
export type PairedRatioSums = {
  sum: Record<CellColumn, number>
  /** The sum of a * b. `a` must not come after `b` in `cellColumns`, because only such pairs are summed. */
  product(a: CellColumn, b: CellColumn): number
}

/** With fewer effective cells, the variance between them says nothing. */
const minEffectiveCells = 2

/** The current ratio minus the previous one, and the two-sided p-value. Null if there are too few cells. */
export function testRatioChange({ sum, product }: PairedRatioSums): { delta: number; p: number } | null {
  const [currentRatio, previousRatio] = [sum.yc / sum.xc, sum.yp / sum.xp]
  /** d of a cell is the sum of its columns, each multiplied by its factor. */
  const factors: Record<CellColumn, number> = {
    yc: 1 / sum.xc,
    xc: -currentRatio / sum.xc,
    yp: -1 / sum.xp,
    xp: previousRatio / sum.xp,
  }
  const cells = effectiveCells(sum, product)
  if (!(cells >= minEffectiveCells)) return null
  const delta = currentRatio - previousRatio
  // The terms of sum(d²).
  const terms = cellProducts.map(([a, b]) => (a === b ? 1 : 2) * factors[a] * factors[b] * product(a, b))
  const squaredSum = terms.reduce((total, term) => total + term, 0)
  const absoluteSum = terms.reduce((total, term) => total + Math.abs(term), 0)
  if (Math.abs(delta) <= maxRelativeError * Math.max(Math.abs(currentRatio), Math.abs(previousRatio)))
    return { delta, p: 1 }
  // All cells changed alike, so there is no variance between them. The sign test needs none.
  if (squaredSum <= maxRelativeError * absoluteSum) return { delta, p: signTest(Math.round(cells), 0) }
  const t = Math.abs(delta) / Math.sqrt((squaredSum * cells) / (cells - 1))
  return { delta, p: 2 * jStat.studentt.cdf(-t, cells - 1) }
}

/**
 * Kish's effective number of cells. The weight of a cell is its share of x in the current period plus that in the
 * previous one.
 */
function effectiveCells({ xc, xp }: PairedRatioSums["sum"], product: PairedRatioSums["product"]): number {
  const squaredWeights =
    product("xc", "xc") / xc ** 2 + (2 * product("xc", "xp")) / (xc * xp) + product("xp", "xp") / xp ** 2
  return 4 / squaredWeights
}
