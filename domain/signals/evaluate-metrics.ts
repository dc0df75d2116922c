/** Evaluates the final daily metrics of each data source of a client. */
import { metricOf, storedMetricsOf } from "@/domain/metrics/catalogue"
import type { Source } from "@/domain/metrics/query-context"
import { appliedRule, appliedThresholds, namedMetrics } from "@/domain/signal-rules/applied-rules"
import { detectAnomalies } from "./detectors/anomaly/anomaly"
import { detectFlatlines } from "./detectors/metrics/flatline"
import { detectSpendWithoutConversions } from "./detectors/metrics/spend-without-conversions"
import { detectThreshold } from "./detectors/metrics/threshold"
import type { MetricSubject } from "./detectors/wording"
import { type CheckResult, connectedSources, type EvaluationInput, recentFindings, withRules } from "./evaluation-input"
import type { Finding, SeriesDay } from "./finding"
import { type DailySeries, readDailySeries } from "./read-daily-series"
import type { FindingWithRule } from "./record-findings"

/** The metrics that are examined without a rule. Rules can name others. */
const monitoredMetrics = [
  "sessions",
  "key_events",
  "purchases",
  "revenue",
  "search_clicks",
  "search_impressions",
  "ad_spend",
  "ad_clicks",
  "ad_conversions",
]

/**
 * The alert threshold is computed from the deviations of a year (detectors/anomaly/alert-threshold.ts). The first
 * deviation needs 38 days before it, and the first alert 73.
 */
export const historyDays = 440

export async function evaluateMetrics(input: EvaluationInput): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const source of connectedSources(input)) results.push(...(await evaluateSource(input, source)))
  return results
}

async function evaluateSource(input: EvaluationInput, source: Source): Promise<CheckResult[]> {
  const { context, now } = input
  const metricIds = metricsOf(input, source)
  const filter = { data_source: [source.id] }
  const series = await readDailySeries(context, { metricIds, filter, sources: [source], days: historyDays }, now)
  if (!series) return []
  const check = { project_id: null, checkedThrough: series.lastFinalDay, timezone: context.timezone }
  const ofMetrics = [...series.byMetric].map(([metric_id, days]) => ({
    ...check,
    key: `metric:${source.id}:${metric_id}`,
    found: recentFindings(
      input,
      metricFindings(input, subjectOf(metric_id, source, series), days, series.lastFinalDay),
      series.lastFinalDay,
    ),
  }))
  const spend = detectSpendWithoutConversions(subjectOf("ad_spend", source, series), spendDays(series))
  return [
    ...ofMetrics,
    {
      ...check,
      key: `spend:${source.id}`,
      found: recentFindings(input, withRules(input, [spend]), series.lastFinalDay),
    },
  ]
}

/** The monitored metrics and those that rules name, as far as the source stores them. */
export function metricsOf(
  { client, rules }: Pick<EvaluationInput, "client" | "rules">,
  { breakdowns }: Source,
): string[] {
  const named = namedMetrics(rules, ["metric_anomaly", "metric_flatline", "metric_threshold"], client.id)
  const isStored = (id: string) =>
    storedMetricsOf(metricOf(id)).every((storedMetric) => breakdowns[storedMetric]?.length)
  return [...new Set([...monitoredMetrics, ...named])].filter(isStored)
}

export const subjectOf = (metric_id: string, { id }: Source, { currency }: DailySeries) => ({
  metric_id,
  data_source_id: id,
  currency: metricOf(metric_id).unit === "money" ? currency : null,
})

type Subject = ReturnType<typeof subjectOf>

/** Anomalies and flatlines on any day of the series, and thresholds that the last days cross. */
const metricFindings = (
  input: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
  lastFinalDay: string,
): FindingWithRule[] => [
  ...seriesFindings(input, subject, days, lastFinalDay),
  ...thresholdFindings(input, subject, days),
]

/** What the evaluations of every day since `first` would have found. */
export function pastFindings(
  input: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
  first: string,
): FindingWithRule[] {
  const lastFinalDay = days.at(-1)?.date ?? first
  const start = days.findIndex(({ date }) => date >= first)
  const past =
    start < 0
      ? []
      : days.slice(start).flatMap((_, i) => thresholdFindings(input, subject, days.slice(0, start + i + 1)))
  return [...seriesFindings(input, subject, days, lastFinalDay), ...past]
}

/** Findings of any age, from detectors that examine every day of a series with the days before it. */
function seriesFindings(
  input: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
  lastFinalDay: string,
): FindingWithRule[] {
  const flatlines = withRules(input, detectFlatlines(subject, days, { dataThrough: lastFinalDay }))
  const anomalies = withRules(input, detectMetricAnomalies(input, subject, days))
  // A day with the value 0 can be an anomaly and a flatline. One signal about it is enough.
  const isInFlatline = ({ finding: { period, direction } }: FindingWithRule) =>
    direction === "down" &&
    flatlines.some(({ finding: flat }) => flat.period.from <= period.from && period.to <= flat.period.to)
  return [...anomalies.filter((anomaly) => !isInFlatline(anomaly)), ...flatlines]
}

/** A series may have this many alerts a month on average. */
const alertsPerMonthOfSensitivity = { low: 0.1, medium: 0.25, high: 1 }

export function detectMetricAnomalies(
  { client, rules }: EvaluationInput,
  subject: MetricSubject,
  days: SeriesDay[],
): Finding[] {
  const { metric_id } = subject
  const type = metric_id === "search_clicks" ? "search_traffic_drop" : "metric_anomaly"
  const rule = appliedRule(rules, type, { client_id: client.id, metric_id })
  const alertsPerMonth = rule?.params.alerts_per_month ?? alertsPerMonthOfSensitivity[rule?.sensitivity ?? "medium"]
  return detectAnomalies(subject, days, { alertsPerMonth })
}

const thresholdFindings = (
  { client, rules }: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
): FindingWithRule[] =>
  appliedThresholds(rules, { client_id: client.id }).flatMap((rule) => {
    const { metric_id, days: rangeDays, ...limits } = rule.params
    const finding = metric_id === subject.metric_id ? detectThreshold(subject, days, { ...limits, rangeDays }) : null
    return finding ? [{ finding, rule }] : []
  })

function spendDays({ byMetric }: DailySeries) {
  const conversions = new Map(byMetric.get("ad_conversions")?.map(({ date, value }) => [date, value]))
  return (byMetric.get("ad_spend") ?? []).map(({ date, value }) => ({
    date,
    spend: value ?? 0,
    conversions: conversions.get(date) ?? 0,
  }))
}
