/** Wilson's score interval for a share: never of zero width, never outside 0 to 1. Wilson, JASA 22 (1927), 209-212. */

export type Interval = { low: number; high: number }

/** The 97.5th percentile of the standard normal distribution: two-sided 95 %. */
export const z95 = 1.959963984540054

/** The 95 % interval of `k` out of `n`; null when nothing was counted. Both may be fractions: an effective number of answers. */
export function wilson(k: number, n: number, z = z95): Interval | null {
  if (n <= 0) return null
  const share = k / n
  const shrink = 1 + (z * z) / n
  const centre = (share + (z * z) / (2 * n)) / shrink
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return { low: k === 0 ? 0 : Math.max(0, centre - half), high: k === n ? 1 : Math.min(1, centre + half) }
}
