/** The words and number formats that the titles and summaries of all findings share. */
import { metricOf } from "@/domain/metrics/catalogue"
import { formatValue, percent } from "@/domain/metrics/format-value"

/** The metric that a detector examines, and how to name it. */
export type MetricSubject = {
  metric_id: string
  /** ISO 4217 code of monetary values. Null for all other metrics. */
  currency: string | null
  data_source_id?: string
  filter?: Record<string, unknown>
  /** What `filter` selects, in words that the team uses, for example "brand queries". */
  filterLabel?: string
}

/** "Sessions", or "Search clicks (brand queries)". */
export function labelOf({ metric_id, filterLabel }: MetricSubject): string {
  const { label } = metricOf(metric_id)
  return filterLabel ? `${label} (${filterLabel})` : label
}

/** The label within a sentence: "ad spend", but "AI visibility". */
export const labelWithin = (subject: MetricSubject) => lowercaseFirst(labelOf(subject))

const lowercaseFirst = (label: string) =>
  /^[A-Z][A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

/** Formats a value of the metric as pages do: "1,180", "$12.40", "24.5%". */
export const formatMetric = (value: number, { metric_id, currency }: Pick<MetricSubject, "metric_id" | "currency">) =>
  formatValue(value, { id: metric_id, unit: metricOf(metric_id).unit, currency })

/** "42%": sentences show shares without decimals. */
export const formatWholePercent = (ratio: number) => percent(ratio, 0)

/** "15 percentage points", or "0.4 percentage points" below one. */
export function formatPoints(difference: number) {
  const size = Math.abs(difference) * 100
  const points = decimal(size, size < 1 ? 1 : 0)
  return `${points} percentage point${points === "1" ? "" : "s"}`
}

/** "5 h", or "3 days" from two days on. */
export const formatHours = (hours: number) => (hours < 48 ? `${decimal(hours, 0)} h` : `${decimal(hours / 24, 1)} days`)

/** "19 November" */
export const formatDay = (day: string) => dayFormat.format(Date.parse(day))

/** "on 19 November", or "from 17 November to 19 November". */
export const formatDays = ({ from, to }: { from: string; to: string }) =>
  from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`

/** "42% below expected", or "3.4 times the expected value" from three times on. */
export function formatDeviation(value: number, expected: number): string {
  if (expected === 0) return "above an expected value of 0"
  const relative = value / expected - 1
  if (relative >= 2) return `${decimal(value / expected, 1)} times the expected value`
  return `${formatWholePercent(Math.abs(relative))} ${relative < 0 ? "below" : "above"} expected`
}

const decimal = (value: number, digits: number) => value.toLocaleString("en", { maximumFractionDigits: digits })

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })
