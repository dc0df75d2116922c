/** Verdicts on the headline metrics of a row beside visibility, which has a test of its own (read-changes.ts). */
import type { CountedRow } from "./count-metrics"
import { tidy } from "./metrics"
import type { MetricChange, MetricsRow } from "./metrics-table"
import { intervalChange, maxFalseChanges } from "./statistics/interval-change"

const headlines = ["share_of_voice", "average_position", "citation_rate", "sentiment_score"] as const

/**
 * `isComparable`: whether visibility can be compared in these periods. `othersN`: the number of tracked brands other than yours. Their p-values
 * are multiplied by it. The metrics of your brand are the primary question, so theirs are not.
 */
export function metricChanges(
  row: Omit<CountedRow, "key">,
  previous: CountedRow | undefined,
  { isComparable, othersN }: { isComparable: boolean; othersN: number },
): NonNullable<MetricsRow["change"]>["metrics"] {
  const factor = row.brand.kind === "own" ? 1 : Math.max(1, othersN)
  const changes = headlines.map((name) => [name, changeOf(row[name], previous?.[name], isComparable, factor)])
  return Object.fromEntries(changes)
}

type Metric = MetricsRow["visibility"]

function changeOf(now: Metric, before: Metric | undefined, isComparable: boolean, factor: number): MetricChange {
  const none = { delta: null, p_value: null, p_adjusted: null }
  if (!isComparable || !before) return { verdict: "not_comparable", ...none }
  if (now.value === null || before.value === null) return { verdict: "insufficient", ...none }
  const delta = tidy(now.value - before.value)
  if (!now.ci || !before.ci) return { verdict: "insufficient", ...none, delta }
  const p = intervalChange({ value: now.value, ci: now.ci }, { value: before.value, ci: before.ci })
  const adjusted = Math.min(1, p * factor)
  const verdict = adjusted >= maxFalseChanges ? "no_clear_change" : delta > 0 ? "up" : "down"
  return { verdict, delta, p_value: tidy(p), p_adjusted: tidy(adjusted) }
}
