/** Rates how reliable a metric is by the number of valid answers behind it. */

export const confidences = ["insufficient", "low", "medium", "high"] as const
export type Confidence = (typeof confidences)[number]

/**
 * The 95% interval is about ±0.26 at 10 answers, ±0.17 at 30 and ±0.10 at 100. Below `minAnswers` answers a metric is
 * shown but never ranked or tested.
 */
export const confidence = (n: number): Confidence =>
  n < minAnswers ? "insufficient" : n < 30 ? "low" : n < 100 ? "medium" : "high"

export const minAnswers = 10
