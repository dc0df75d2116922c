/**
 * Builds the data of a `signal.created` event from the team's most unusual day. The metrics are real. Only the signal
 * is invented.
 */
import type { EventData } from "@/domain/events/catalogue"
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { metricOf } from "@/domain/metrics/catalogue"
import { findUnusualDay, type UnusualDay } from "./unusual-day"

export async function signalEventData(team: TeamFacts): Promise<EventData<"signal.created">> {
  const day = await findUnusualDay(team)
  const id = newId("signal")
  const { delta, share, direction } = measureDeviation(day)
  return {
    signal: {
      id,
      type: "metric_anomaly",
      category: "metric",
      severity: severityOf(Math.abs(share)),
      direction,
      impact: impactOf(day.metric_id, direction),
      status: "open",
      ...describeDay(day, share),
      client: { id: day.client_id, name: day.client_name, external_id: day.external_id },
      subject: { kind: "metric", metric_id: day.metric_id, data_source_id: day.data_source_id, filter: {} },
      observed: { value: day.value, numerator: null, denominator: null, n: null },
      expected: { value: day.expected, low: day.low, high: day.high },
      delta_abs: delta,
      delta_rel: Number(share.toFixed(4)),
      score: null,
      method: "weekday_median.demo",
      period: { from: day.date, to: day.date, timezone: day.timezone },
      baseline: { from: day.baseline_from, to: day.baseline_to },
      evidence: { kind: "series", ids: [], counts: { days: day.days } },
      rule_id: null,
      dedupe_key: `demo:${day.metric_id}:${direction}:${day.date}`,
      first_detected_at: new Date(),
      links: { self: `/api/v1/signals/${id}`, app: `${baseUrl()}/${team.slug}/signals/${id}` },
    },
  }
}

function measureDeviation({ value, expected }: UnusualDay) {
  const delta = value - expected
  return { delta, share: delta / expected, direction: directionOf(delta) }
}

function directionOf(delta: number): "up" | "down" | "none" {
  if (delta === 0) return "none"
  return delta > 0 ? "up" : "down"
}

/** `share`: the size of the deviation relative to the expected value. */
function severityOf(share: number) {
  if (share >= 0.5) return "critical"
  return share >= 0.2 ? "warning" : "info"
}

function impactOf(metricId: string, direction: "up" | "down" | "none") {
  const better = { more_is_better: "up", less_is_better: "down", neutral: "none" }[metricOf(metricId).direction]
  if (direction === "none" || better === "none") return "neutral"
  return better === direction ? "positive" : "negative"
}

const formatNumber = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 })

function describeDay(day: UnusualDay, share: number) {
  const { label } = metricOf(day.metric_id)
  const deviation = `${Math.round(Math.abs(share) * 100)}% ${share < 0 ? "below" : "above"} expected`
  return {
    title: `${label} ${deviation}`,
    summary: `${label} were ${formatNumber(day.value)} on ${day.date}, where ${formatNumber(day.low)} to ${formatNumber(day.high)} were seen on the same weekday before.`,
  }
}
