/** Describes the precision of a scan's metrics. */
import { percent, percentRange } from "@/domain/metrics/format-value"
import type { Estimate } from "./scan-settings"

export type Precision = Estimate["precision"][number]

/** "20 to 42%" */
export const formatInterval = (interval: Precision["interval"]) => (interval ? percentRange(interval) : "not known")

/** The visibility for which `detectable_change` is computed. */
const from = 0.3

export function describeDetectableChange({ detectable_change: change, answers_n }: Precision): string {
  if (change === null)
    return answers_n === 0
      ? "All prompts name your brand, so no answers are counted."
      : "Too few answers to detect changes between scans. You need at least 10."
  const detected = (to: number) => `from ${percent(from, 0)} to ${percent(to, 0)} is detected in 8 of 10 cases`
  if (change < from) return `A fall ${detected(from - change)}.`
  return from + change <= 1
    ? `A rise ${detected(from + change)}. Smaller changes are often missed.`
    : "Only very large changes between two scans are detected."
}
