/** Describes the precision of a scan's metrics. */
import { percent, percentRange } from "@/components/metrics/format-value"
import type { Estimate } from "./scan-settings"

export type Precision = Estimate["precision"][number]

/** "20 to 42%" */
export const within = (interval: Precision["interval"]) => (interval ? percentRange(interval) : "not at all")

/** The visibility for which `detectable_change` is computed. */
const from = 0.3

export function seenWords({ detectable_change: change, answers_n }: Precision): string {
  if (change === null)
    return answers_n === 0
      ? "Nothing is counted: every prompt names the own brand."
      : "Too few answers to tell one scan from the next: ten are the least."
  const seen = (to: number) => `from ${percent(from, 0)} to ${percent(to, 0)} will be seen 8 times of 10`
  if (change < from) return `A fall ${seen(from - change)}.`
  return from + change <= 1
    ? `A rise ${seen(from + change)}; smaller changes are often missed.`
    : "Only the greatest changes from one scan to the next will be seen."
}
