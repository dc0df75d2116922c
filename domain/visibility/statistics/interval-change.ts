/**
 * Tests whether a metric changed, from its values and 95% intervals in two periods. Intervals of the scope `panel`
 * describe how the same prompts vary when they are asked again, so differences between prompts do not matter.
 */
import jStat from "jstat"
import { type Interval, z95 } from "./precision"

export type Estimate = { value: number; ci: Interval }

/**
 * Two-sided p-value of the difference between the two values, by the MOVER method: the squared half-width of the
 * difference's interval is the sum of the squared half-widths of both intervals. Intervals can be asymmetric, so the
 * half of each that points toward the other value counts. Newcombe, Stat. Med. 17 (1998), 873-890, method 10; Zou &
 * Donner, Stat. Med. 27 (2008), 1693-1702.
 */
export function changePValue(current: Estimate, previous: Estimate): number {
  const [upper, lower] = current.value >= previous.value ? [current, previous] : [previous, current]
  const halfWidth = Math.hypot(upper.value - upper.ci.low, lower.ci.high - lower.value)
  if (halfWidth <= 0) return 1
  // The half-width of a 95% interval is 1.96 standard errors.
  const z = (z95 * (upper.value - lower.value)) / halfWidth
  return 2 * jStat.normal.cdf(-z, 0, 1)
}
