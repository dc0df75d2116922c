/** Finds days on which a metric was far from what is usual for it. */
import { addDays } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import type { Finding, SeriesDay } from "../../finding"
import { withoutGaps } from "../daily-series"
import { metricFinding } from "../metric-finding"
import { impactOf, severityOfDeviation } from "../severity"
import { formatDay, formatDays, formatDeviation, formatMetric, labelOf, type MetricSubject } from "../wording"
import { type DailyAlert, type DailySettings, dailyMethod, defaultSettings, detectDailyAlerts } from "./daily-alerts"

/** Smaller expected counts, and ratios with a smaller denominator, vary too much by chance. */
export const minVolume = 30
/** A share must differ by this many standard deviations of its binomial distribution. */
const minBinomialDeviation = 4
/** Alerts with at most this many days between them are one finding. */
const maxGapDays = 2
/** The days before an alert that determine what is expected. */
const baselineDays = 56

/**
 * Reports every anomaly of the series. The evaluation uses only those that end on the last days.
 *
 * `days`: final days in order. Ratios come with numerator and denominator.
 */
export function detectAnomalies(
  subject: MetricSubject,
  days: readonly SeriesDay[],
  settings: DailySettings = defaultSettings,
): Finding[] {
  const measuredDays = withoutGaps(days)
  const values = measuredDays.map((day) => (isMeasured(day) ? day.value : null))
  const alerts = detectDailyAlerts(values, settings).filter((alert) => isSubstantial(subject, measuredDays, alert))
  return episodesOf(alerts).map((episode) => findingOf(subject, measuredDays, episode))
}

/** Ratios with a small denominator count as missing. */
const isMeasured = ({ denominator }: SeriesDay) => denominator === undefined || denominator >= minVolume

/** False if the deviation can be chance: the expected count is small, or the share has too few cases. */
function isSubstantial({ metric_id }: MetricSubject, days: readonly SeriesDay[], { index, expected }: DailyAlert) {
  const { unit, denominatorTerms } = metricOf(metric_id)
  if (denominatorTerms === null) return unit === "money" || expected >= minVolume
  return unit !== "ratio" || !isWithinChance(days[index] as SeriesDay, expected)
}

/** True if `day` is a share, and as close to the expected share as binomial chance allows. */
function isWithinChance({ value, numerator, denominator }: SeriesDay, expected: number) {
  if (value === null || numerator === undefined || !denominator) return false
  const isShare = numerator <= denominator && expected < 1
  if (!isShare) return false
  const standardDeviation = Math.sqrt((expected * (1 - expected)) / denominator)
  return Math.abs(value - expected) < minBinomialDeviation * standardDeviation
}

/** Groups alerts of the same direction that are at most `maxGapDays` apart. */
function episodesOf(alerts: readonly DailyAlert[]): DailyAlert[][] {
  const episodes: DailyAlert[][] = []
  for (const alert of alerts) {
    const previous = episodes.findLast(([first]) => Math.sign(first?.score ?? 0) === Math.sign(alert.score))
    if (previous && alert.index - lastIndexOf(previous) <= maxGapDays + 1) previous.push(alert)
    else episodes.push([alert])
  }
  return episodes
}

const lastIndexOf = (episode: readonly DailyAlert[]) => episode.at(-1)?.index ?? 0

/**
 * Describes the day with the largest deviation. A drop of `search_clicks` has a type of its own, `search_traffic_drop`.
 */
function findingOf(subject: MetricSubject, days: readonly SeriesDay[], episode: readonly DailyAlert[]): Finding {
  const dateOf = (alert: DailyAlert | undefined) => days[alert?.index ?? 0]?.date as string
  const worst = episode.reduce((a, b) => (Math.abs(b.score) > Math.abs(a.score) ? b : a))
  const { value, numerator, denominator } = days[worst.index] as SeriesDay
  const observed = value as number
  const direction = worst.score > 0 ? "up" : "down"
  const period = { from: dateOf(episode[0]), to: dateOf(episode.at(-1)) }
  const format = (amount: number) => formatMetric(amount, subject)
  const largestOf = episode.length > 1 ? `, the largest of ${episode.length} deviations ${formatDays(period)}` : ""
  const first = days[0]?.date as string
  const start = addDays(period.from, -baselineDays)
  return metricFinding(subject, {
    type: subject.metric_id === "search_clicks" && direction === "down" ? "search_traffic_drop" : "metric_anomaly",
    severity: severityOfDeviation(worst.score, impactOf(subject.metric_id, direction)),
    direction,
    title: `${labelOf(subject)} ${formatDeviation(observed, worst.expected)}`,
    summary: `${labelOf(subject)} came to ${format(observed)} on ${formatDay(dateOf(worst))}, where ${format(worst.low)} to ${format(worst.high)} were expected${largestOf}.`,
    observed: { value: observed, numerator: numerator ?? null, denominator: denominator ?? null, n: null },
    expected: { value: worst.expected, low: worst.low, high: worst.high },
    score: worst.score,
    method: dailyMethod,
    evidence: { kind: "series", ids: [], counts: { alert_days: episode.length } },
    period,
    baseline: { from: start < first ? first : start, to: addDays(period.from, -1) },
  })
}
