/**
 * Computes the 95% interval of a ratio of sums in closed form.
 *
 * Let R = sum(y) / sum(x) and z = y - R x for each answer. The variance of R is that of sum(z) / sum(x), by the delta
 * method (Cochran, Sampling Techniques, 1977, chapter 6). Answers of one scan or topic are not independent. The
 * variance is therefore computed from the sums of independent units (replicates: scans or topics), or within strata
 * (cells: one prompt on one engine in one region).
 */
import jStat from "jstat"
import type { Interval } from "./precision"

/**
 * The values that a metric can have. `share`: 0 to 1, each answer counts 0 or 1. `ratio`: 0 to 1. `sentiment`: -1 to 1.
 * `position`: 1 and above. Intervals are computed after a transformation, so that they cannot leave the scale: the
 * logarithm for positions, the logit for all others.
 */
export type Scale = "share" | "ratio" | "sentiment" | "position"

/** Variance of R, and its degrees of freedom (df). */
export type Variance = { variance: number; df: number }

/**
 * Variance between independent units, for example scans. `yy`, `xy` and `xx` are squares and products of each unit's
 * sums, added up over the units. The mean of z is zero, because R is the ratio over all units. If most of x comes from
 * few units, the others say little about the variance. This function therefore uses the effective number of units.
 */
export function varianceBetweenUnits({ y, x }: RatioSums, [yy, xy, xx]: SumsOfSquares): Variance {
  const units = effectiveUnits(x, xx)
  const besselCorrection = units / (units - 1)
  return { variance: (besselCorrection * squaredResidualSum(y / x, yy, xy, xx)) / x ** 2, df: units - 1 }
}

/**
 * Kish's effective sample size: the number of units of equal size that would be as informative (Survey Sampling, 1965).
 */
export const effectiveUnits = (sum: number, sumOfSquares: number) => sum ** 2 / sumOfSquares

/**
 * Variance from the answers within each stratum. `yy`, `xy` and `xx` are squares and products of the differences
 * between an answer and the mean of its stratum, added up over the answers. A stratum of n answers is weighted by n /
 * (n - 1).
 */
export const varianceWithinStrata = ({ y, x }: RatioSums, [yy, xy, xx]: SumsOfSquares, df: number): Variance => ({
  variance: squaredResidualSum(y / x, yy, xy, xx) / x ** 2,
  df,
})

/**
 * Variance that the ratio would have if all answers were independent: the sum of z² divided by x². `yy`, `xy` and `xx`
 * are squares and products of single answers, added up. For a share of answers, it is R (1 - R) / x.
 */
export const varianceOfIndependentAnswers = ({ y, x }: RatioSums, [yy, xy, xx]: SumsOfSquares): number =>
  squaredResidualSum(y / x, yy, xy, xx) / x ** 2

type RatioSums = { y: number; x: number }
type SumsOfSquares = readonly [yy: number, xy: number, xx: number]

/**
 * Sum of z² for z = y - R x: sum(y²) - 2 R sum(xy) + R² sum(x²). If all z are zero, rounding errors of the terms remain.
 * A sum that is no larger than these counts as zero.
 */
function squaredResidualSum(r: number, yy: number, xy: number, xx: number): number {
  const sum = yy - 2 * r * xy + r * r * xx
  return sum > maxRelativeError * (yy + r * r * xx) ? sum : 0
}
/** The rounding error of a sum of many numbers, divided by the sum, is below this. */
export const maxRelativeError = 1e-12

/**
 * Computes the interval of the ratio `value`. By the delta method, the standard error of the transformed value is that
 * of the value times the derivative of the transformation. Returns null with less than one degree of freedom, without
 * variance, and at an end of the scale, because an interval of zero width would claim certainty.
 */
export function ratioInterval(value: number, { variance, df }: Variance, scale: Scale): Interval | null {
  const { transform, inverse, derivative } = transformations[scale]
  if (df < 1 || variance <= maxRoundingError || !Number.isFinite(derivative(value))) return null
  const transformed = transform(value)
  const halfWidth = tQuantile(df) * Math.sqrt(variance) * derivative(value)
  return { low: inverse(transformed - halfWidth), high: inverse(transformed + halfWidth) }
}

/** Variances up to this are rounding errors of sums. */
const maxRoundingError = 1e-18

/** 97.5th percentile of Student's t distribution. */
export const tQuantile = (df: number): number => jStat.studentt.inv(0.975, df)

const logit = (p: number) => Math.log(p / (1 - p))
const logistic = (t: number) => 1 / (1 + Math.exp(-t))

/** `derivative` is that of `transform`. */
type Transformation = {
  transform: (value: number) => number
  inverse: (transformed: number) => number
  derivative: (value: number) => number
}

const logitTransformation: Transformation = {
  transform: logit,
  inverse: logistic,
  derivative: (p) => 1 / (p * (1 - p)),
}
const transformations: Record<Scale, Transformation> = {
  share: logitTransformation,
  ratio: logitTransformation,
  sentiment: {
    transform: (sentiment) => logit((1 + sentiment) / 2),
    inverse: (t) => 2 * logistic(t) - 1,
    derivative: (sentiment) => 2 / (1 - sentiment * sentiment),
  },
  position: {
    transform: Math.log,
    inverse: (t) => Math.max(1, Math.exp(t)),
    derivative: (rank) => 1 / rank,
  },
}
