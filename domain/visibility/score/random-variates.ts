/** Draws random numbers with a given distribution, from a generator of numbers between 0 and 1. */

type Random = () => number

/**
 * Draws a probability from the beta distribution with this mean. `correlation` (0 to below 1) is the correlation of two
 * events that both have the drawn probability. The variance is correlation x mean x (1 - mean), so 0 returns the mean.
 */
export function sampleBeta(mean: number, correlation: number, random: Random): number {
  if (correlation <= 0) return mean
  const size = 1 / correlation - 1
  const a = sampleGamma(mean * size, random)
  const b = sampleGamma((1 - mean) * size, random)
  return a / (a + b)
}

/**
 * Gamma distribution with scale 1. Marsaglia & Tsang, ACM TOMS 26 (2000), 363-372. Shapes below 1 are boosted as stated
 * there.
 */
function sampleGamma(shape: number, random: Random): number {
  if (shape < 1)
    return sampleGamma(shape + 1, random) * (random() || Number.MIN_VALUE) ** (1 / shape) || Number.MIN_VALUE
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = sampleNormal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random() || Number.MIN_VALUE) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Standard normal distribution. Box & Muller, Ann. Math. Stat. 29 (1958), 610-611. */
function sampleNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}
