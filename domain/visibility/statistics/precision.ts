/**
 * Computes the precision of a share of answers: Wilson's interval, the confidence that a number of answers allows, and
 * a forecast for a scan.
 */

export type Interval = { low: number; high: number }

/** 97.5th percentile of the standard normal distribution, for a two-sided 95% interval. */
export const z95 = 1.959963984540054

/**
 * Wilson's score interval: the 95% interval of the share of `k` successes in `n` trials, or null when n is 0. It never
 * has zero width and stays between 0 and 1. Both numbers may be fractions, because n can be an effective number of
 * answers. Wilson, JASA 22 (1927), 209-212.
 */
export function wilson(k: number, n: number): Interval | null {
  if (n <= 0) return null
  const z = z95
  const share = k / n
  const shrink = 1 + (z * z) / n
  const center = (share + (z * z) / (2 * n)) / shrink
  const margin = (z / shrink) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return { low: k === 0 ? 0 : Math.max(0, center - margin), high: k === n ? 1 : Math.min(1, center + margin) }
}

export const confidences = ["insufficient", "low", "medium", "high"] as const
export type Confidence = (typeof confidences)[number]

/**
 * How reliable a share of `n` answers is. Its 95% interval is at most about ±0.26 at 10 answers, ±0.17 at 30 and ±0.10
 * at 100.
 */
export function rateConfidence(n: number): Confidence {
  if (n < minAnswers) return "insufficient"
  if (n < 30) return "low"
  return n < 100 ? "medium" : "high"
}

/** Minimum number of answers for the interval of a brand's metric, and for a test of change. */
export const minAnswers = 10

/** What to expect of a scan with this number of answers, before it runs. */
export type Precision = {
  /** The 95% interval (Wilson) that the scan would have if it measured `share`. Null without answers. */
  interval: { low: number; high: number } | null
  /** Half the width of the 95% interval (Wilson) around `share`, from 0 to 1. Null without answers. */
  halfWidth: number | null
  /** The same at a share of 0.5, where the interval is widest. */
  worstHalfWidth: number | null
  confidence: Confidence
}

export const precisionOf = (answers: number, share: number): Precision => ({
  interval: wilson(share * answers, answers),
  halfWidth: halfWidth(answers, share),
  worstHalfWidth: halfWidth(answers, 0.5),
  confidence: rateConfidence(answers),
})

function halfWidth(answers: number, share: number) {
  const interval = wilson(share * answers, answers)
  return interval && (interval.high - interval.low) / 2
}
