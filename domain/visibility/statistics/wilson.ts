/** Wilson's score interval for a share. It never has zero width and stays between 0 and 1. Wilson, JASA 22 (1927), 209-212. */

export type Interval = { low: number; high: number }

/** 97.5th percentile of the standard normal distribution, for a two-sided 95% interval. */
export const z95 = 1.959963984540054

/** Returns the 95% interval of `k` out of `n`, or null when n is 0. Both may be fractions: n can be an effective number of answers. */
export function wilson(k: number, n: number, z = z95): Interval | null {
  if (n <= 0) return null
  const share = k / n
  const shrink = 1 + (z * z) / n
  const centre = (share + (z * z) / (2 * n)) / shrink
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return { low: k === 0 ? 0 : Math.max(0, centre - half), high: k === n ? 1 : Math.min(1, centre + half) }
}
