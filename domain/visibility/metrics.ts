/** Turns sums into metrics: a value with its numerator, denominator, confidence and interval. */
import type { Metric } from "./metrics-table"
import { type RatioName, ratioNames, ratios, type Sums, type SumsOfSquares } from "./ratios"
import type { GroupCounts, Similarity } from "./read-groups"
import type { CenteredSums, Unit } from "./read-sums"
import { confidence, type Interval, minAnswers, wilson, z95 } from "./statistics/precision"
import {
  effectiveUnits,
  ratioInterval,
  type Scale,
  tQuantile,
  type Variance,
  varianceBetweenUnits,
  varianceWithinStrata,
} from "./statistics/ratio-interval"

/** Minimum number of mentions for an average position. */
export const minMentionsForPosition = 5
/** Minimum number of events (see `Ratio`) for an interval from variances. */
const minEventsForVariance = 5

/**
 * Minimum number of units for a variance between them. With fewer scans, the variance comes from the answers within
 * each cell.
 */
export const minUnits: Record<Unit, number> = { scan: 4, topic: 10 }

/**
 * Minimum effective number of topics with the event, and without it, for an interval from variances. With fewer, one
 * more topic of the rarer sort would change the share a lot.
 */
const minTopicsOfEach = 3

/** What the variance of a metric is computed from. */
export type Basis = {
  unit: Unit
  /** Number of units that have answers. */
  units: number
  /** Squares and products of each unit's sums, added up over the units. */
  sumsOfSquares: SumsOfSquares
  /** Undefined if the variance comes from the units, or if there are too many answers to read it. */
  cells: CenteredSums | undefined
  /** Mean number of answers of a cell in one scan. Only used if the units are scans. */
  runs: number
}

/** Computes every metric in `ratios`. The metrics that count prompts come from `wilsonShare`. */
export function metricsOf(sums: Sums, basis: Basis): Record<RatioName, Metric> {
  return Object.fromEntries(ratioNames.map((name) => [name, metricOf(name, sums, basis)])) as Record<RatioName, Metric>
}

/** Computes one metric. Reads only the columns of its ratio from `sums`, and only its entry of `sumsOfSquares`. */
export function metricOf(name: RatioName, sums: Sums, basis: Basis): Metric {
  const { y, x, n } = ratios[name]
  const metric = ratio(sums[y], sums[x], sums[n])
  if (metric.value === null) return metric
  if (name === "average_position" && sums.mentioned < minMentionsForPosition) return { ...metric, value: null }
  const found = intervalOf(name, sums, basis)
  if (typeof found === "string") return { ...withScale(name, metric), no_interval: found }
  const ci =
    name === "sentiment_score"
      ? { ...found, low: roundTo12Digits(score(found.low)), high: roundTo12Digits(score(found.high)) }
      : found
  const scope = basis.unit === "scan" ? "panel" : "population"
  return { ...withScale(name, metric), ci: { ...ci, scope }, no_interval: null }
}

/** The sentiment score goes from 0 to 100. */
const withScale = (name: RatioName, metric: Metric): Metric =>
  name === "sentiment_score" && metric.value !== null
    ? { ...metric, value: roundTo12Digits(score(metric.value)) }
    : metric

/** Converts -1 to 1 into 0 to 100. */
const score = (sentiment: number) => 50 + 50 * sentiment

type Reason = NonNullable<Metric["no_interval"]>

/**
 * Chooses the method of the interval. Below ten answers, or ten topics in the population, there is no interval. An
 * interval from variances needs enough events and answers that vary. Without them, a position has no interval, because
 * its scale has no upper end. All other metrics have Wilson's interval. Bounds of a sentiment go from -1 to 1.
 *
 * Metrics with few events have an interval on purpose. Otherwise only samples that have many events by chance would
 * have one, and the share of the intervals that contain the true value would be biased.
 */
function intervalOf(name: RatioName, sums: Sums, basis: Basis): NonNullable<Metric["ci"]> | Reason {
  const { y, x, scale, n } = ratios[name]
  const [numerator, denominator] = [sums[y], sums[x]]
  const isPanel = basis.unit === "scan"
  if (sums[n] < minAnswers) return "too_few_answers"
  const found = varianceOf(name, sums, basis)
  if (!isPanel && (found?.df ?? 0) < 1) return "too_few_topics"
  const events = eventsOf(name, sums)
  const hasFewEvents = events < minEventsForVariance || (!isPanel && topicsOfEach(name, sums, basis) < minTopicsOfEach)
  if (found && !hasFewEvents) {
    const interval = ratioInterval(
      numerator / denominator,
      { ...found, df: Math.min(found.df, maxDf(scale, events)) },
      scale,
    )
    const design_effect =
      scale === "share" ? roundTo12Digits(found.variance / independentVariance(numerator, denominator)) : null
    if (interval) return { ...toInterval(interval, found.method), design_effect }
  }
  if (scale === "position") {
    if (hasFewEvents) return "too_few_events"
    return found ? "no_variation" : "left_out"
  }
  const designEffect = cautiousDesignEffect(name, sums, basis, found)
  if (scale !== "sentiment") return wilsonOf(numerator / designEffect, denominator / designEffect) ?? "nothing_counted"
  // From -1 to 1 to the scale of a share, and back.
  const ci = wilsonOf((numerator + denominator) / 2 / designEffect, denominator / designEffect)
  return ci ? { ...ci, low: 2 * ci.low - 1, high: 2 * ci.high - 1 } : "nothing_counted"
}

/** Number of events, or of answers without one if these are fewer. */
function eventsOf(name: RatioName, sums: Sums): number {
  const { y, x, scale, events } = ratios[name]
  return Math.min(sums[events], distanceToEnd(scale, sums[y], sums[x]))
}

/**
 * Effective number of topics that y comes from, or x - y if these are fewer. Sentiments go from -x to x, so these are
 * the topics of x + y and of x - y. Positions have no such limit: their scale has no upper end.
 */
function topicsOfEach(name: RatioName, sums: Sums, { sumsOfSquares }: Basis): number {
  const { y, x, scale } = ratios[name]
  if (scale === "position") return Number.POSITIVE_INFINITY
  const [yy, xy, xx] = sumsOfSquares[name]
  const ofRest = effectiveUnits(sums[x] - sums[y], xx - 2 * xy + yy)
  if (scale === "sentiment") return Math.min(effectiveUnits(sums[x] + sums[y], xx + 2 * xy + yy), ofRest)
  return Math.min(effectiveUnits(sums[y], yy), ofRest)
}

/** Variance of a share of independent answers. */
const independentVariance = (k: number, n: number) => ((k / n) * (1 - k / n)) / n

/**
 * Assumed correlation of the runs of a cell in one scan, because few events do not show it. docs/score.md measures the
 * effect.
 */
const assumedCorrelation = 0.3

/**
 * The design effect for Wilson's interval, which is used if there are few events or if answers do not vary. A design
 * effect is the variance of a metric divided by the variance that as many independent answers would have. The number of
 * answers divided by it is their effective number.
 *
 * It is at least the design effect of the variance found, widened because that variance is uncertain. From four scans
 * on, it is also at least the design effect of `assumedCorrelation`, and the pages or brands of one answer count as
 * one. In the population, all answers of a topic count as one, because topics can be all or nothing.
 */
function cautiousDesignEffect(name: RatioName, sums: Sums, { runs }: Basis, found: FoundVariance | null): number {
  const { y, x, n, scale } = ratios[name]
  const [numerator, denominator] = [sums[y], sums[x]]
  const independent =
    scale === "sentiment"
      ? 4 * independentVariance((numerator + denominator) / 2, denominator)
      : independentVariance(numerator, denominator)
  const ofVariance = found && found.df > 0 ? (found.variance / independent || 0) * (tQuantile(found.df) / z95) ** 2 : 1
  const designEffect = Math.max(1, ofVariance)
  if (found?.method === "between_topics") return Math.max(designEffect, denominator / (found.df + 1))
  if (found?.method === "between_scans")
    return Math.max(designEffect, 1 + assumedCorrelation * (runs - 1), denominator / sums[n])
  return designEffect
}

/**
 * A variance from few events is uncertain, so the degrees of freedom of ratios and positions stay below the number of
 * events.
 */
const maxDf = (scale: Scale, eventsN: number) =>
  scale === "ratio" || scale === "position" ? eventsN - 1 : Number.POSITIVE_INFINITY

/**
 * Distance of the sums from the end of the scale where all answers are alike. For a share: the number of answers
 * without the event. For a sentiment: the number of positive or of negative mentions, whichever are fewer, plus half of
 * the neutral ones. For a position: the sum of rank - 1. A ratio has no such limit.
 */
function distanceToEnd(scale: Scale, y: number, x: number): number {
  if (scale === "share") return x - y
  if (scale === "sentiment") return Math.min(x - y, x + y) / 2
  return scale === "position" ? y - x : Number.POSITIVE_INFINITY
}

type Method = NonNullable<Metric["ci"]>["method"]
type FoundVariance = Variance & { method: Method }

function varianceOf(name: RatioName, sums: Sums, { unit, units, sumsOfSquares, cells }: Basis): FoundVariance | null {
  const ratioSums = { y: sums[ratios[name].y], x: sums[ratios[name].x] }
  if (units >= minUnits[unit]) {
    const { variance, df } = varianceBetweenUnits(ratioSums, sumsOfSquares[name])
    if (unit === "scan") return { variance, df, method: "between_scans" }
    return { variance: variance * jackknifeFactor(df + 1), df, method: "between_topics" }
  }
  if (!cells) return null
  const { variance, df } = varianceWithinStrata(ratioSums, cells.sumsOfSquares[name], cells.df)
  return { variance: variance * cells.scale, df, method: "within_cells" }
}

/**
 * Topics differ in size, unlike scans. A large one pulls the ratio toward itself, so its residual is too small. The
 * jackknife corrects this by leaving each topic out (CV3: MacKinnon & White, Journal of Econometrics 29, 1985,
 * 305-325).
 */
const jackknifeFactor = (topics: number) => topics / (topics - 1)

/**
 * A share of prompts or answers, each of which is one trial, with Wilson's interval. It describes the same prompts
 * only, so there is no interval if the units are topics. `n` is the number of answers behind the share.
 */
export function wilsonShare(numerator: number, denominator: number, n: number, unit: Unit): Metric {
  const metric = ratio(numerator, denominator, n)
  if (metric.value === null) return metric
  if (unit === "topic") return { ...metric, no_interval: "panel_only" }
  return { ...metric, ci: wilsonOf(numerator, denominator), no_interval: null }
}

/**
 * Metrics of all answers of a group, not of a brand. Totals show this `grounded_rate` with Wilson's interval. Rows
 * replace `answers_n` and `grounded_rate` with those of the brand, which leave out scans that did not look for it.
 */
export function groupMetrics(group: GroupCounts, unit: Unit) {
  const { answers_n, cells_n, prompts_n, grounded_n } = group
  const grounded_rate = wilsonShare(grounded_n, answers_n, answers_n, unit)
  const of_brands = similarity(group.brands, answers_n, unit)
  const of_domains = similarity(group.domains, answers_n, unit)
  const stability = { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains }
  return { answers_n, cells_n, prompts_n, grounded_rate, stability }
}

/** Mean similarity of the cells, with an interval from the variance between them if the unit is the scan. */
function similarity({ sum, sum_sq, n }: Similarity, answers: number, unit: Unit): Metric {
  const metric = ratio(sum, n, answers)
  if (metric.value === null) return metric
  if (unit === "topic") return { ...metric, no_interval: "panel_only" }
  if (n < minAnswers) return { ...metric, no_interval: "too_few_answers" }
  const variance = Math.max(0, sum_sq - sum ** 2 / n) / (n - 1) / n
  const interval = ratioInterval(metric.value, { variance, df: n - 1 }, "ratio")
  if (!interval) return { ...metric, no_interval: "no_variation" }
  return { ...metric, ci: toInterval(interval, "between_cells"), no_interval: null }
}

function wilsonOf(k: number, n: number): Metric["ci"] {
  const interval = wilson(k, n)
  return interval && toInterval(interval, "wilson")
}

/** `scope` and `design_effect` are defaults, which callers may replace. */
const toInterval = ({ low, high }: Interval, method: Method): NonNullable<Metric["ci"]> => ({
  low: roundTo12Digits(low),
  high: roundTo12Digits(high),
  level: 0.95,
  method,
  scope: "panel",
  design_effect: null,
})

const ratio = (numerator: number, denominator: number, n: number): Metric => ({
  value: denominator === 0 ? null : roundTo12Digits(numerator / denominator),
  numerator: roundTo12Digits(numerator),
  denominator: roundTo12Digits(denominator),
  n,
  ci: null,
  no_interval: "nothing_counted",
  confidence: confidence(n),
})

/**
 * Rounds to 12 significant digits, so that the same query always returns the same numbers. Sums of fractions vary in
 * the last digits with the order in which Postgres adds.
 */
export const roundTo12Digits = (number: number) => Number(number.toPrecision(12))
