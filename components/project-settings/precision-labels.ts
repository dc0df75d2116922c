/** Describes the precision of a scan's metrics. */
import { pluralize } from "@/domain/kernel/format-count"
import { percent, percentRange } from "@/domain/metrics/format-value"
import type { Estimate } from "./scan-settings"

export type Precision = Estimate["precision"][number]

/** "20 to 42%" */
export const formatInterval = (interval: Precision["interval"]) => (interval ? percentRange(interval) : "not known")

/**
 * Describes the smallest fall from the expected visibility that is detected in 8 of 10 cases or, if there is none, the
 * smallest rise.
 */
export function describeDetectableChange({ visibility: { value: from }, precision: [overall] }: Estimate): string {
  if (!overall || overall.answers_n === 0) return "All prompts name your brand, so no answers are counted."
  if (overall.answers_n < 10) return "Too few answers to detect changes between scans. You need at least 10."
  const { detectable_fall: fall, detectable_rise: rise } = overall
  // From rounded shares, so that the two percentages differ by the points of `formatFall`.
  const detected = (change: number) =>
    `from ${percent(from, 0)} to ${percent(toWholePercent(from) + toWholePercent(change), 0)} is detected in 8 of 10 cases`
  if (fall !== null)
    return `A fall ${detected(-fall)}. Smaller falls are often missed. If the answers of a scan resemble each other, more are missed.`
  return rise === null
    ? "This scan is too small to detect changes reliably."
    : `A rise ${detected(rise)}. No fall is detected that often.`
}

const toWholePercent = (share: number) => Math.round(share * 100) / 100

/** "18 points", or a dash if no fall is detected in 8 of 10 cases. */
export const formatFall = ({ detectable_fall: fall }: Precision) =>
  fall === null ? "–" : `${(fall * 100).toFixed(0)} points`

/** "With 5 runs, a fall of 14 points is detected in 8 of 10 cases." Empty if no fall is detected that often. */
export function describeRuns({ runs_per_prompt, precision: [overall] }: Estimate): string {
  if (overall?.detectable_fall == null) return ""
  return `With ${pluralize(runs_per_prompt, "run")}, a fall of ${formatFall(overall)} is detected in 8 of 10 cases.`
}
