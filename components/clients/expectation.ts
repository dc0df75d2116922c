/** Says whether a metric is within what is expected of it, from the open signals. */
import type { Signal } from "@/components/signals/signal-labels"

type Expectation = { severity: Signal["severity"]; words: string }

const types: Signal["type"][] = ["metric_anomaly", "metric_threshold", "metric_flatline", "search_traffic_drop"]

/** Null if no open signal is about the metric. That does not prove that its value is as expected. */
export function expectationOf(
  metricId: string,
  signals: Pick<Signal, "type" | "subject" | "direction" | "severity">[],
): Expectation | null {
  const found = signals.find(({ type, subject }) => types.includes(type) && subject.metric_id === metricId)
  if (!found) return null
  const { type, direction, severity } = found
  if (type === "metric_flatline") return { severity, words: "no data" }
  const reference = type === "metric_threshold" ? "the limit" : "expected"
  return { severity, words: `${direction === "up" ? "above" : "below"} ${reference}` }
}
