/** Formats the numbers of a signal: the observed and the expected value, and the counts that support them. */
import { formatPoints } from "@/components/ai-visibility/format-metrics"
import { humanize } from "@/components/letter-case"
import { periodLabel } from "@/components/lists/ranges"
import { count, pluralize } from "@/domain/kernel/format-count"
import { formatValue, isMultiple, type ValueFormat } from "@/domain/metrics/format-value"
import { methodId, type Signal } from "./signal-labels"

export type Figure = {
  name: string
  value: string
  /** The expected range, below the value. */
  range?: string | undefined
  detail?: string | undefined
  /** The detail contains the period of the baseline. */
  showsBaseline?: true
}

/** The large figures, the observed value first. Empty for a signal that is not about a value. */
export function figuresOf(signal: Signal, metric: ValueFormat): Figure[] {
  if (signal.evidence.counts.projected !== undefined) return goalFigures(signal, metric)
  if (isCitation(signal)) return citationFigures(signal)
  const column = columnOf(signal, metric)
  const figures = [observedFigure(signal, column), expectedFigure(signal, column), ...differenceFigures(signal, column)]
  return figures.filter((figure) => figure !== null)
}

const isAboutScans = ({ evidence }: Signal) => evidence.kind === "scans"

function observedFigure(signal: Signal, column: ValueFormat): Figure | null {
  const { observed, period } = signal
  if (observed.value === null) return null
  // A range without an expected value has its own figure.
  const range = signal.expected.value !== null && rangeOf(signal, column)
  return {
    name: isAboutScans(signal) ? "Latest scan" : "Observed",
    value: formatValue(observed.value, column),
    ...(range && { range: `expected ${range}` }),
    detail: [ratioOf(observed, column), periodLabel(period)].filter(Boolean).join(" · "),
  }
}

/** The expected value, or else the expected range, or else the limit. */
function expectedFigure(signal: Signal, column: ValueFormat): Figure | null {
  const { value, low, high } = signal.expected
  const name = isAboutScans(signal) ? "Previous scan" : "Expected"
  const range = rangeOf(signal, column)
  const baseline = baselineDetail(signal, mentionsBefore(signal.evidence.counts))
  if (value !== null) return { name, value: formatValue(value, column), ...baseline }
  if (range) return { name, value: range, ...baseline }
  const limit = low ?? high
  return limit === null ? null : { name: "Limit", value: formatValue(limit, column) }
}

/** The period of the baseline, after `text` if there is one. */
function baselineDetail({ baseline }: Signal, text = ""): Pick<Figure, "detail" | "showsBaseline"> {
  if (!baseline) return { detail: text || undefined }
  return { detail: [text, periodLabel(baseline)].filter(Boolean).join(" · "), showsBaseline: true }
}

/** "86 of 165": the answers of the previous scan that mention the brand. Empty for other signals. */
const mentionsBefore = ({ mentions_before, answers_before }: Record<string, number>) =>
  mentions_before === undefined || answers_before === undefined
    ? ""
    : `${count(mentions_before)} of ${count(answers_before)}`

function goalFigures(signal: Signal, column: ValueFormat): Figure[] {
  const { to_date = null, projected = null, days_left = 0, target = null } = signal.evidence.counts
  const range = rangeOf(signal, column)
  const toDate = { name: "To date", value: formatValue(to_date, column), detail: periodLabel(signal.period) }
  const forecast = {
    name: "Forecast",
    value: formatValue(projected, column),
    detail: `with ${pluralize(days_left, "day")} left`,
  }
  const [first, last] = isAboutValueToDate(signal) ? [toDate, forecast] : [forecast, toDate]
  return [
    first,
    { name: targetLabel(signal), value: formatValue(target, column), detail: range && `accepted: ${range}` },
    ...differenceFigures(signal, column),
    last,
  ]
}

/** "Budget" for the target of a budget, else "Target". */
export const targetLabel = ({ type }: Pick<Signal, "type">) =>
  type === "budget_pacing" || type === "budget_exceeded" ? "Budget" : "Target"

/** These signals compare the value to date with the target, and not the forecast. */
const isAboutValueToDate = ({ type }: Signal) => type === "budget_exceeded" || type === "goal_met"

/** The value of these signals counts answers, although their metric is a share. */
function citationFigures(signal: Signal): Figure[] {
  const { evidence, period } = signal
  const { answers = 0, answers_before = 0 } = evidence.counts
  return [
    { name: "Answers that cite it", value: count(answers), detail: periodLabel(period) },
    { name: "Previous scans", value: count(answers_before), ...baselineDetail(signal) },
  ]
}

const isCitation = ({ type }: Signal) => type === "ai_new_citation" || type === "ai_lost_citation"

function differenceFigures(signal: Signal, column: ValueFormat): Figure[] {
  const { delta_abs, delta_rel, evidence } = signal
  if (delta_abs === null || delta_abs === 0) return []
  // Signals about visibility have whole points, as their titles do.
  if (mentionsBefore(evidence.counts))
    return [{ name: "Difference", value: `${delta_abs < 0 ? "−" : "+"}${formatPoints(delta_abs)}` }]
  if (column.unit === "ratio" && !isMultiple(column))
    return [{ name: "Difference", value: `${signed((delta_abs * 100).toFixed(1))} points` }]
  const sign = delta_abs < 0 ? "−" : "+"
  const absolute = `${sign}${formatValue(Math.abs(delta_abs), column)}`
  if (delta_rel === null) return [{ name: "Difference", value: absolute }]
  return [{ name: "Difference", value: `${signed((delta_rel * 100).toFixed(1))}%`, detail: absolute }]
}

const signed = (number: string) => (number.startsWith("-") ? `−${number.slice(1)}` : `+${number}`)

const rangeOf = ({ expected: { low, high } }: Signal, column: ValueFormat) =>
  low === null || high === null ? "" : `${formatValue(low, column)} to ${formatValue(high, column)}`

/** "28 of 65", if the value is the share of a part in a whole. Empty for ratios of two quantities, such as the CPC. */
const ratioOf = ({ numerator, denominator }: Signal["observed"], { unit }: ValueFormat) =>
  unit !== "ratio" || numerator === null || denominator === null || numerator > denominator
    ? ""
    : `${count(numerator)} of ${count(denominator)}`

/** The values of some signals have another unit than their metric. */
function columnOf({ type, evidence }: Signal, metric: ValueFormat): ValueFormat {
  if (type === "spend_no_conversions") return { unit: "count", currency: null }
  return evidence.counts.age_hours === undefined ? metric : { unit: "hours", currency: null }
}

/** Counts that the large figures contain. */
const countsInFigures = new Set([
  "target",
  "to_date",
  "projected",
  "days_left",
  "limit",
  "delta",
  "age_hours",
  "frequency_hours",
  "answers",
  "mentions",
  "mentions_before",
  "negative",
  "labelled",
])
const sharesAmongCounts = new Set(["lead", "lead_before", "own_visibility", "own_visibility_before"])
/** Counts that are amounts in the unit of the metric. */
const inMetricUnit = new Set(["spend", "usual_cost_per_conversion"])

/** Counts that say how the signal was tested. */
const countsOfTest = new Set(["alert_days"])

/** The other counts, which support the finding. */
export const countsOf = (signal: Signal, metric: ValueFormat): Figure[] =>
  Object.entries(signal.evidence.counts)
    .filter(([name]) => !countsInFigures.has(name) && !countsOfTest.has(name))
    .filter(([name]) => name !== "answers_before" || !showsAnswersBefore(signal))
    .map(([name, value]) => ({ name: humanize(name), value: formatCount(name, value, metric) }))

export const testCountsOf = ({ evidence }: Signal): Figure[] =>
  Object.entries(evidence.counts)
    .filter(([name]) => countsOfTest.has(name))
    .map(([name, value]) => ({ name: humanize(name), value: count(value) }))

function formatCount(name: string, value: number, metric: ValueFormat) {
  if (sharesAmongCounts.has(name)) return formatValue(value, { unit: "ratio", currency: null })
  if (inMetricUnit.has(name)) return formatValue(value, metric)
  return value.toLocaleString("en", { maximumFractionDigits: 3 })
}

/** The score of these methods is -log10 of a p-value. The score of the others is a z-score. */
const pValueMethods = new Set([
  "mcnemar_midp",
  "paired",
  "paired_sign_test",
  "paired_t",
  "paired_z",
  "poisson_zero",
  "pooled_t",
  "sign_midp",
])

/** The score by its statistical name: a p-value or a z-score. Null without a score. */
export function scoreOf({ score, method }: Pick<Signal, "score" | "method">): Figure | null {
  if (score === null) return null
  if (method === null || !pValueMethods.has(methodId(method)))
    return { name: "z-score", value: formatSignificant(score) }
  const p = 10 ** -score
  return { name: "p-value", value: p < 0.001 ? "below 0.001" : formatSignificant(p) }
}

const formatSignificant = (value: number) =>
  value.toLocaleString("en", { maximumSignificantDigits: 2 }).replace("-", "−")

/** True if the large figures contain the answers of the previous scans. */
const showsAnswersBefore = (signal: Signal) => isCitation(signal) || mentionsBefore(signal.evidence.counts) !== ""
