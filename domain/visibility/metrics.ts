/** Turns sums into metrics: a value with its numerator, denominator, confidence and interval. */

import type { Metric } from "./metrics-table"
import { type RatioName, ratioNames, ratios, type Spread, type Sums } from "./ratios"
import type { Replicate } from "./read-brand-sums"
import type { CellSpread } from "./read-cell-spread"
import type { GroupCounts, Similarity } from "./read-groups"
import { confidence, minAnswers } from "./statistics/confidence"
import { betweenReplicates, ratioInterval, type Variance, withinStrata } from "./statistics/ratio-interval"
import { wilson } from "./statistics/wilson"

/** Minimum number of answers that say something of the brand, for an average position and for an interval from variances. */
export const minMentions = 5
/** Minimum number of scans for an interval from how scans differ. With fewer, it comes from the answers within each cell. */
export const minScans = 4
/** Minimum number of topics for a population interval. */
export const minTopics = 10

/** What the variance of a metric is computed from. */
export type Basis = { replicate: Replicate; replicates: number; spread: Spread; cells: CellSpread | undefined }

/** Computes every metric in `ratios`. `promptShare` computes the metrics that count prompts. */
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
  const isPanel = basis.replicate === "scan"
  const smallerSide = scale === "share" ? Math.min(sums[events], bottom - top) : sums[events]
  const found = smallerSide < minMentions || sums[n] < minAnswers ? null : varianceOf(name, sums, basis)
  const interval = found && ratioInterval(top / bottom, found, scale)
  if (interval) {
    const independent = scale === "share" ? ((top / bottom) * (1 - top / bottom)) / bottom : null
    return {
      low: tidy(interval.low),
      high: tidy(interval.high),
      level: 0.95,
      method: found.method,
      scope: isPanel ? "panel" : "population",
      design_effect: independent && tidy(found.variance / independent),
    }
  }
  return isPanel && scale === "share" ? wilsonOf(top, bottom) : null
}

type Found = Variance & { method: NonNullable<Metric["ci"]>["method"] }

function varianceOf(name: RatioName, sums: Sums, { replicate, replicates, spread, cells }: Basis): Found | null {
  const of = { y: sums[ratios[name].y], x: sums[ratios[name].x] }
  if (replicate === "topic")
    return replicates < minTopics
      ? null
      : { ...betweenReplicates(of, spread[name], replicates), method: "between_topics" }
  if (replicates >= minScans) return { ...betweenReplicates(of, spread[name], replicates), method: "between_scans" }
  if (!cells) return null
  const { variance, df } = withinStrata(of, cells.spread[name], cells.df)
  return { variance: variance * cells.scale, df, method: "within_cells" }
}

/** A share of prompts, each prompt being one trial. `n` is the number of answers behind it. */
export const promptShare = (numerator: number, denominator: number, n: number): Metric => ({
  ...ratio(numerator, denominator, n),
  ci: wilsonOf(numerator, denominator),
})

/** Metrics that are the same for every brand of a group. */
export const groupMetrics = (group: GroupCounts) => {
  const { answers_n, cells_n, prompts_n, grounded_n } = group
  const [of_brands, of_domains] = [similarity(group.brands, answers_n), similarity(group.domains, answers_n)]
  const stability = { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains }
  return { answers_n, cells_n, prompts_n, grounded_rate: promptShare(grounded_n, answers_n, answers_n), stability }
}

/** Mean similarity, with an interval from how the similarities of the cells differ. */
function similarity({ sum, sum_sq, n }: Similarity, answers: number): Metric {
  const metric = ratio(sum, n, answers)
  if (n < minAnswers || metric.value === null) return metric
  const variance = Math.max(0, sum_sq - sum ** 2 / n) / (n - 1) / n
  const interval = ratioInterval(metric.value, { variance, df: n - 1 }, "ratio")
  const bounds = interval && { low: tidy(interval.low), high: tidy(interval.high) }
  return {
    ...metric,
    ci: bounds && { ...bounds, level: 0.95, method: "between_cells", scope: "panel", design_effect: null },
  }
}

function wilsonOf(k: number, n: number): Metric["ci"] {
  const bounds = wilson(k, n)
  return (
    bounds && {
      low: tidy(bounds.low),
      high: tidy(bounds.high),
      level: 0.95,
      method: "wilson",
      scope: "panel",
      design_effect: null,
    }
  )
}

const ratio = (numerator: number, denominator: number, n: number): Metric => ({
  value: denominator === 0 ? null : tidy(numerator / denominator),
  numerator: tidy(numerator),
  denominator: tidy(denominator),
  n,
  ci: null,
  confidence: confidence(n),
})

/** Removes the interval. With ci_scope=population, metrics without a population interval must not show a panel interval instead. */
export const withoutInterval = (metric: Metric): Metric => ({ ...metric, ci: null })

/**
 * Rounds to 12 significant digits, so that the same query always returns the same numbers: sums of fractions vary in the
 * last digits with the order in which Postgres adds.
 */
export const tidy = (number: number) => Number(number.toPrecision(12))
