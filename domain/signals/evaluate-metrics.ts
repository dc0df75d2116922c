/** Evaluates the final daily metrics of each data source of a client, and its search clicks by group of queries. */
import { isMoney, metricOf, storedMetricsOf } from "@/domain/metrics/catalogue"
import type { Source } from "@/domain/metrics/query-context"
import { appliedRule, appliedThresholds, namedMetrics } from "@/domain/signal-rules/applied-rules"
import { type CheckResult, recentFindings, withRules } from "./check-result"
import { detectAnomalies } from "./detectors/anomaly/anomaly"
import { detectFlatlines } from "./detectors/metrics/flatline"
import { detectSpendWithoutConversions } from "./detectors/metrics/spend-without-conversions"
import { detectThreshold } from "./detectors/metrics/threshold"
import type { MetricSubject } from "./detectors/wording"
import { connectedSources, type EvaluationInput } from "./evaluation-input"
import type { Finding, SeriesDay } from "./finding"
import { type DailySeries, readDailySeries } from "./read-daily-series"
import { type QueryGroup, queryGroups, readBrandTerms, readQueryGroups } from "./read-query-groups"
import type { FindingWithRule } from "./record-findings"

/** These metrics are examined without a rule. Rules can name others. */
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
 * The alert threshold comes from the deviations of a year (detectors/anomaly/alert-threshold.ts). The first deviation
 * needs 38 days before it, and the first alert needs 73.
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
  const { lastFinalDay } = series
  const checkOf = (key: string, found: FindingWithRule[]) => ({
    project_id: null,
    checkedThrough: lastFinalDay,
    timezone: context.timezone,
    key,
    found: recentFindings(input, found, lastFinalDay),
  })
  const metricChecks = [...series.byMetric].map(([metric_id, days]) => {
    const subject = subjectOf(metric_id, source, series)
    const found = [...seriesFindings(input, subject, days, lastFinalDay), ...thresholdFindings(input, subject, days)]
    return checkOf(`metric:${source.id}:${metric_id}`, found)
  })
  const spend = detectSpendWithoutConversions(subjectOf("ad_spend", source, series), spendDays(series))
  return [...metricChecks, checkOf(`spend:${source.id}`, withRules(input, [spend]))]
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
  currency: isMoney(metric_id) ? currency : null,
})

type Subject = ReturnType<typeof subjectOf>

/** Returns what evaluations on every day from `first` to `lastFinalDay` would have found. */
export function pastFindings(
  input: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
  { first, lastFinalDay }: { first: string; lastFinalDay: string },
): FindingWithRule[] {
  // A threshold is tested on the last days only, so it is tested once for each day.
  const crossedThresholds = days.flatMap(({ date }, i) =>
    date < first ? [] : thresholdFindings(input, subject, days.slice(0, i + 1)),
  )
  return [...seriesFindings(input, subject, days, lastFinalDay), ...crossedThresholds]
}

/** Returns anomalies and flatlines on any day of the series. */
function seriesFindings(
  input: EvaluationInput,
  subject: Subject,
  days: SeriesDay[],
  lastFinalDay: string,
): FindingWithRule[] {
  const flatlines = withRules(input, detectFlatlines(subject, days, { dataThrough: lastFinalDay }))
  const anomalies = withRules(
    input,
    anomalyTypes.flatMap((type) => anomaliesOfType(type, input, subject, days)),
  )
  // A day with the value 0 can be both an anomaly and a flatline. Only the flatline is reported.
  const isInFlatline = ({ finding: { period, direction } }: FindingWithRule) =>
    direction === "down" &&
    flatlines.some(({ finding: flat }) => flat.period.from <= period.from && period.to <= flat.period.to)
  return [...anomalies.filter((anomaly) => !isInFlatline(anomaly)), ...flatlines]
}

/** The average number of alerts that a series may have in a month. */
const alertsPerMonthOfSensitivity = { low: 0.1, medium: 0.25, high: 1 }

/** Drops of search clicks have a type and a rule of their own, so both types can occur in their series. */
const anomalyTypes = ["metric_anomaly", "search_traffic_drop"] as const

/** Returns the anomalies of one type, with the alert budget of its rule. None if the type is turned off. */
function anomaliesOfType(
  type: (typeof anomalyTypes)[number],
  { client, rules }: EvaluationInput,
  subject: MetricSubject,
  days: SeriesDay[],
): Finding[] {
  const { metric_id } = subject
  const rule = appliedRule(rules, type, { client_id: client.id, metric_id })
  if (!rule || (type === "search_traffic_drop" && metric_id !== "search_clicks")) return []
  const alertsPerMonth = rule.params.alerts_per_month ?? alertsPerMonthOfSensitivity[rule.sensitivity]
  return detectAnomalies(subject, days, { alertsPerMonth }).filter((finding) => finding.type === type)
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

/**
 * Evaluates the search clicks of brand queries and of other queries separately, so that a rise in one group cannot hide
 * a drop in the other.
 */
export async function evaluateQueryGroups(input: EvaluationInput): Promise<CheckResult[]> {
  const { team, client, context } = input
  const terms = await readBrandTerms(team.id, client)
  const results: CheckResult[] = []
  for (const source of connectedSources(input)) {
    const series = await readQueryGroups(team.id, source, terms, historyDays)
    if (!series) continue
    for (const group of Object.keys(queryGroups) as QueryGroup[]) {
      const subject = {
        metric_id: "search_clicks",
        currency: null,
        data_source_id: source.id,
        filter: { query_group: group },
        filterLabel: queryGroups[group],
      }
      const drops = anomaliesOfType("search_traffic_drop", input, subject, series.days[group])
      results.push({
        project_id: null,
        key: `queries:${source.id}:${group}`,
        checkedThrough: series.lastFinalDay,
        timezone: context.timezone,
        found: recentFindings(input, withRules(input, drops), series.lastFinalDay),
      })
    }
  }
  return results
}
