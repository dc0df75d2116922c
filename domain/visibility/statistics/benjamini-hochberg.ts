/**
 * Adjusts the p-values of several tests so that about 5% of the reported changes are false (false discovery rate).
 * Benjamini & Hochberg, JRSS B 57 (1995), 289-300.
 */

/** Returns the adjusted p-values in the order of the input. */
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
