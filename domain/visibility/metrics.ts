/** Turns sums into metrics: a value with its numerator, denominator, confidence and interval. */

import type { Metric } from "./metrics-table"
import { type RatioName, ratioNames, ratios, type Sums, type SumsOfSquares } from "./ratios"
import type { GroupCounts, Similarity } from "./read-groups"
import type { CenteredSums, Unit } from "./read-sums"
import { confidence, type Interval, minAnswers, wilson } from "./statistics/precision"
import { betweenUnits, ratioInterval, type Variance, withinStrata } from "./statistics/ratio-interval"

/** Minimum number of answers that mention the brand for an average position, and of `events` for an interval from variances. */
export const minMentions = 5

/** Minimum number of units for an interval from how they differ. With fewer scans, it comes from the answers within each cell. */
export const minUnits: Record<Unit, number> = { scan: 4, topic: 10 }

/** What the variance of a metric is computed from. `sumsOfSquares` is over the units. */
export type Basis = { unit: Unit; units: number; sumsOfSquares: SumsOfSquares; cells: CenteredSums | undefined }

/** Computes every metric in `ratios`. The metrics that count prompts come from `wilsonShare`. */
export function metricsOf(sums: Sums, basis: Basis): Record<RatioName, Metric> {
  return Object.fromEntries(ratioNames.map((name) => [name, metricOf(name, sums, basis)])) as Record<RatioName, Metric>
}

function metricOf(name: RatioName, sums: Sums, basis: Basis): Metric {
  const { y, x, n } = ratios[name]
  const metric = ratio(sums[y], sums[x], sums[n])
  const { value } = metric
  if (name === "average_position" && sums.mentioned < minMentions) return { ...metric, value: null }
  if (value === null) return metric
  const ci = intervalOf(name, sums, basis)
  if (name !== "sentiment_score") return { ...metric, ci }
  return {
    ...metric,
    value: tidy(score(value)),
    ci: ci && { ...ci, low: tidy(score(ci.low)), high: tidy(score(ci.high)) },
  }
}

/** Converts -1 to 1 into 0 to 100. */
const score = (sentiment: number) => 50 + 50 * sentiment

/** Metrics that are shares get Wilson's interval where the answers are too few for variances. Other metrics then have none. */
function intervalOf(name: RatioName, sums: Sums, basis: Basis): Metric["ci"] {
  const { y, x, scale, n, events } = ratios[name]
  const [top, bottom] = [sums[y], sums[x]]
  const isPanel = basis.unit === "scan"
  const smallerSide = scale === "share" ? Math.min(sums[events], bottom - top) : sums[events]
  const found = smallerSide < minMentions || sums[n] < minAnswers ? null : varianceOf(name, sums, basis)
  const interval = found && ratioInterval(top / bottom, found, scale)
  if (interval) {
    const independent = scale === "share" ? ((top / bottom) * (1 - top / bottom)) / bottom : null
    const design_effect = independent && tidy(found.variance / independent)
    return { ...shown(interval, found.method), scope: isPanel ? "panel" : "population", design_effect }
  }
  return isPanel && scale === "share" ? wilsonOf(top, bottom) : null
}

type Method = NonNullable<Metric["ci"]>["method"]
type Found = Variance & { method: Method }

function varianceOf(name: RatioName, sums: Sums, { unit, units, sumsOfSquares, cells }: Basis): Found | null {
  const of = { y: sums[ratios[name].y], x: sums[ratios[name].x] }
  if (units >= minUnits[unit]) return { ...betweenUnits(of, sumsOfSquares[name], units), method: `between_${unit}s` }
  if (!cells) return null
  const { variance, df } = withinStrata(of, cells.sumsOfSquares[name], cells.df)
  return { variance: variance * cells.scale, df, method: "within_cells" }
}

/**
 * A share of prompts or answers, with Wilson's interval for the panel: each of them is one trial. Other prompts could differ more, so there
 * is no interval when the units are topics. `n` is the number of answers behind the share.
 */
export const wilsonShare = (numerator: number, denominator: number, n: number, unit: Unit): Metric => ({
  ...ratio(numerator, denominator, n),
  ci: unit === "scan" ? wilsonOf(numerator, denominator) : null,
})

/**
 * Metrics that are the same for every brand of a group. Totals show this `grounded_rate` with Wilson's interval. Rows replace it with
 * the one of `metricsOf`.
 */
export function groupMetrics(group: GroupCounts, unit: Unit) {
  const { answers_n, cells_n, prompts_n, grounded_n } = group
  const grounded_rate = wilsonShare(grounded_n, answers_n, answers_n, unit)
  const of_brands = similarity(group.brands, answers_n, unit)
  const of_domains = similarity(group.domains, answers_n, unit)
  const stability = { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains }
  return { answers_n, cells_n, prompts_n, grounded_rate, stability }
}

/** Mean similarity. For the panel, it has an interval from how the similarities of the cells differ. */
function similarity({ sum, sum_sq, n }: Similarity, answers: number, unit: Unit): Metric {
  const metric = ratio(sum, n, answers)
  if (unit === "topic" || n < minAnswers || metric.value === null) return metric
  const variance = Math.max(0, sum_sq - sum ** 2 / n) / (n - 1) / n
  const interval = ratioInterval(metric.value, { variance, df: n - 1 }, "ratio")
  return { ...metric, ci: interval && shown(interval, "between_cells") }
}

function wilsonOf(k: number, n: number): Metric["ci"] {
  const interval = wilson(k, n)
  return interval && shown(interval, "wilson")
}

const shown = ({ low, high }: Interval, method: Method): NonNullable<Metric["ci"]> => ({
  low: tidy(low),
  high: tidy(high),
  level: 0.95,
  method,
  scope: "panel",
  design_effect: null,
})

const ratio = (numerator: number, denominator: number, n: number): Metric => ({
  value: denominator === 0 ? null : tidy(numerator / denominator),
  numerator: tidy(numerator),
  denominator: tidy(denominator),
  n,
  ci: null,
  confidence: confidence(n),
})

/**
 * Rounds to 12 significant digits, so that the same query always returns the same numbers: sums of fractions vary in the
 * last digits with the order in which Postgres adds.
 */
export const tidy = (number: number) => Number(number.toPrecision(12))
