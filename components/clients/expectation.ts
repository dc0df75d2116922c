/** Says whether the value of a metric is expected, according to the open signals. */
import type { Signal } from "@/components/signals/signal-labels"

type Expectation = { severity: Signal["severity"]; words: string }

const types: Signal["type"][] = ["metric_anomaly", "metric_threshold", "metric_flatline", "search_traffic_drop"]

/** Returns null if no open signal is about the metric. Its value can be unusual even then. */
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
