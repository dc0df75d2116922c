/**
 * Computes 95% intervals of ratios by the percentile bootstrap: resamples the cells of a panel with replacement and
 * takes the middle 95% of the results. Efron, Ann. Statist. 7 (1979), 1-26.
 */
import { seededRandom } from "./seeded-random"
import type { Interval } from "./wilson"

export type RatioColumns = {
  /** One number per cell. */
  numerators: Float64Array
  denominators: Float64Array
}

const bootstrapReplicates = 1_000

/**
 * Returns the 95% interval of sum(numerators) / sum(denominators) for each ratio, from `replicates` resamples.
 * All ratios use the same resamples, and a column that several ratios share is summed once. The same seed gives the same
 * intervals. An interval is null when the denominator is zero in more than half of the resamples.
 */
export function bootstrapRatios(
  ratios: readonly RatioColumns[],
  cells: number,
  seed: string,
  replicates = bootstrapReplicates,
): (Interval | null)[] {
  const values = ratios.map(() => new Float64Array(replicates))
  const columns = [...new Set(ratios.flatMap(({ numerators, denominators }) => [numerators, denominators]))]
  const places = new Map(columns.map((column, i) => [column, i]))
  const tops = ratios.map(({ numerators }) => places.get(numerators) ?? 0)
  const bottoms = ratios.map(({ denominators }) => places.get(denominators) ?? 0)
  const counted = columns.map(withoutZeros)
  const [weights, sums] = [new Uint16Array(cells), new Float64Array(columns.length)]
  const random = seededRandom(seed)
  // Plain loops for speed: they run millions of times.
  for (let r = 0; r < replicates; r++) {
    draw(weights, random)
    for (let c = 0; c < counted.length; c++) sums[c] = weighted(weights, counted[c] as Column)
    for (let i = 0; i < values.length; i++)
      (values[i] as Float64Array)[r] = ratio(sums[tops[i] as number] as number, sums[bottoms[i] as number] as number)
  }
  return values.map(middle95)
}

type Column = { cells: Int32Array; values: Float64Array }

/** Drops the zeros of a column. Most brands are named in few cells, so this shortens the sums. */
function withoutZeros(column: Float64Array): Column {
  const cells = Int32Array.from(column.keys()).filter((cell) => column[cell] !== 0)
  return { cells, values: Float64Array.from(cells, (cell) => column[cell] as number) }
}

function draw(weights: Uint16Array, random: () => number) {
  weights.fill(0)
  for (let i = 0; i < weights.length; i++) {
    const cell = Math.floor(random() * weights.length)
    weights[cell] = (weights[cell] as number) + 1
  }
}

function weighted(weights: Uint16Array, { cells, values }: Column): number {
  let sum = 0
  for (let i = 0; i < cells.length; i++) sum += (weights[cells[i] as number] as number) * (values[i] as number)
  return sum
}

const ratio = (top: number, bottom: number) => (bottom === 0 ? Number.NaN : top / bottom)

function middle95(values: Float64Array): Interval | null {
  const told = values.sort().findLastIndex((value) => !Number.isNaN(value)) + 1 // NaN (zero denominator) sorts last
  const sorted = values.subarray(0, told)
  if (sorted.length * 2 < values.length || sorted.length === 0) return null
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}

/** Interpolates linearly between neighbours (Hyndman & Fan type 7, the default of R and NumPy). */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share
  const below = Math.floor(at)
  const [low, high] = [sorted[below] as number, sorted[Math.min(below + 1, sorted.length - 1)] as number]
  return low + (high - low) * (at - below)
}
