/** Adjusts p values of tests made at once, so that 5 % of what is called a change is false. Benjamini & Hochberg, JRSS B 57 (1995), 289-300. */

/** The adjusted p values, in the order given. */
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
