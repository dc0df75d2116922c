/** Turns sums into metrics: a value with its numerator, denominator, confidence and interval. */
import type { Metric } from "./metrics-table"
import { type RatioName, ratioNames, ratios, type Sums, type SumsOfSquares } from "./ratios"
import type { GroupCounts, Similarity } from "./read-groups"
import type { CenteredSums, Unit } from "./read-sums"
import { type Interval, minAnswers, rateConfidence, wilson, z95 } from "./statistics/precision"
import {
  effectiveUnits,
  ratioInterval,
  type Scale,
  tQuantile,
  type Variance,
  varianceBetweenUnits,
  varianceOfIndependentAnswers,
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
 * Minimum effective number of topics with the event, and without it, for an interval from variances. With fewer topics
 * on one side, one more would change the share a lot.
 */
const minTopicsPerSide = 3

/** One degree of freedom, such as a single cell in two scans, gives intervals that say nothing. */
const minDfBetweenScansOfCells = 2
/** Variances of sums that differ less than this are equal. */
const roundingError = 1e-9

/** What the variance of a metric is computed from. */
export type VarianceInput = {
  unit: Unit
  /** Number of units that have answers. */
  units: number
  /** Squares and products of each unit's sums, added up over the units. */
  sumsOfSquares: SumsOfSquares
  /** Undefined if the variance comes from the units, or if there are too many answers to read it. */
  withinCells: CenteredSums | undefined
  /** Squares and products over single answers. */
  answerSquares: SumsOfSquares
  /** Mean number of answers of a cell in one scan. Only used if the units are scans. */
  answersPerCell: number
}

/** Computes every metric in `ratios`. The metrics that count prompts come from `wilsonShare`. */
export function metricsOf(sums: Sums, input: VarianceInput): Record<RatioName, Metric> {
  return Object.fromEntries(ratioNames.map((name) => [name, metricOf(name, sums, input)])) as Record<RatioName, Metric>
}

/** Computes one metric. Reads only the columns of its ratio from `sums`, and only its entry of `sumsOfSquares`. */
export function metricOf(name: RatioName, sums: Sums, input: VarianceInput): Metric {
  const { y, x, n } = ratios[name]
  const metric = metricWithoutInterval(sums[y], sums[x], sums[n])
  if (metric.value === null) return metric
  if (name === "average_position" && sums.mentioned < minMentionsForPosition) return { ...metric, value: null }
  const interval = intervalOf(name, sums, input)
  const publicValue = toPublicScale(name, metric.value)
  if (typeof interval === "string") return { ...metric, value: publicValue, no_interval: interval }
  const ci = {
    ...interval,
    low: toPublicScale(name, interval.low),
    high: toPublicScale(name, interval.high),
    scope: input.unit === "scan" ? ("panel" as const) : ("population" as const),
  }
  return { ...metric, value: publicValue, ci, no_interval: null }
}

/** The sentiment score goes from 0 to 100. It is computed from -1 to 1. All other metrics stay as they are. */
const toPublicScale = (name: RatioName, value: number) =>
  name === "sentiment_score" ? roundTo12Digits(50 + 50 * value) : value

type NoIntervalReason = NonNullable<Metric["no_interval"]>

/**
 * Computes the interval, or returns the reason why there is none. Bounds of a sentiment go from -1 to 1.
 *
 * Below ten answers, or ten topics in the population, there is no interval. An interval from variances needs enough
 * events and answers that vary. Without them, a position has no interval, because its scale has no upper end. All other
 * metrics have Wilson's interval.
 *
 * Metrics with few events have an interval on purpose. Otherwise only samples that have many events by chance would
 * have one, and the share of the intervals that contain the true value would be biased.
 */
function intervalOf(name: RatioName, sums: Sums, input: VarianceInput): NonNullable<Metric["ci"]> | NoIntervalReason {
  const { scale, n } = ratios[name]
  if (sums[n] < minAnswers) return "too_few_answers"
  const variance = varianceOf(name, sums, input)
  if (input.unit === "topic" && (!variance || variance.df < 1)) return "too_few_topics"
  const hasFewEvents =
    eventsOf(name, sums) < minEventsForVariance ||
    (input.unit === "topic" && minEffectiveTopics(name, sums, input) < minTopicsPerSide)
  const interval = variance && !hasFewEvents ? varianceInterval(name, sums, input, variance) : null
  if (interval) return interval
  if (scale !== "position") return wilsonWithDesignEffect(name, sums, input, variance) ?? "nothing_counted"
  if (hasFewEvents) return "too_few_events"
  return variance ? "no_variation" : "left_out"
}

/** The interval from a variance. Null if the answers do not vary. */
function varianceInterval(name: RatioName, sums: Sums, input: VarianceInput, found: FoundVariance): Metric["ci"] {
  const { y, x, scale } = ratios[name]
  const df = Math.min(found.df, maxDf(scale, eventsOf(name, sums)))
  const interval = ratioInterval(sums[y] / sums[x], { variance: found.variance, df }, scale)
  const independentVariance = varianceIfIndependent(name, sums, input)
  // If it is zero, all answers are alike, and a variance found is a rounding error.
  if (!interval || independentVariance === 0) return null
  const design_effect = roundTo6Digits(found.variance / independentVariance)
  return { ...toInterval(interval, found.method), design_effect }
}

/** The variance if all answers were independent. */
function varianceIfIndependent(name: RatioName, sums: Sums, { answerSquares }: VarianceInput): number {
  const { y, x, scale } = ratios[name]
  if (scale === "share") return binomialVariance(sums[y], sums[x])
  return varianceOfIndependentAnswers({ y: sums[y], x: sums[x] }, answerSquares[name])
}

/**
 * Wilson's interval of as many answers as are effectively independent: their number divided by the design effect.
 * `found` is the variance of the metric, if there is one.
 */
function wilsonWithDesignEffect(
  name: RatioName,
  sums: Sums,
  input: VarianceInput,
  found: FoundVariance | null,
): Metric["ci"] {
  const { y, x, scale } = ratios[name]
  const numerator = sums[y]
  const denominator = sums[x]
  const designEffect = cautiousDesignEffect(name, sums, input, found)
  // Wilson's interval is one of shares. So a sentiment from -1 to 1 becomes a share from 0 to 1, and the bounds are
  // converted back.
  const isSentiment = scale === "sentiment"
  const k = isSentiment ? (numerator + denominator) / 2 : numerator
  const ci = wilsonOf(k / designEffect, denominator / designEffect)
  if (!ci) return null
  const bounds = isSentiment && { low: 2 * ci.low - 1, high: 2 * ci.high - 1 }
  return { ...ci, ...bounds, design_effect: roundTo6Digits(designEffect) }
}

/**
 * Number of events, or distance to the end of the scale if that is smaller. For a share: the answers without the event.
 */
function eventsOf(name: RatioName, sums: Sums): number {
  const { y, x, scale, answersWithEvent } = ratios[name]
  return Math.min(sums[answersWithEvent], distanceToEnd(scale, sums[y], sums[x]))
}

/**
 * Effective number of topics that y comes from, or x - y if these are fewer. Sentiments go from -x to x, so these are
 * the topics of x + y and of x - y. Positions have no such limit: their scale has no upper end.
 */
function minEffectiveTopics(name: RatioName, sums: Sums, { sumsOfSquares }: VarianceInput): number {
  const { y, x, scale } = ratios[name]
  if (scale === "position") return Number.POSITIVE_INFINITY
  const [yy, xy, xx] = sumsOfSquares[name]
  const ofRest = effectiveUnits(sums[x] - sums[y], xx - 2 * xy + yy)
  if (scale === "sentiment") return Math.min(effectiveUnits(sums[x] + sums[y], xx + 2 * xy + yy), ofRest)
  return Math.min(effectiveUnits(sums[y], yy), ofRest)
}

/** Binomial variance: that of the share k / n if all n answers are independent. */
const binomialVariance = (k: number, n: number) => ((k / n) * (1 - k / n)) / n

/**
 * Assumed correlation of the runs of a cell in one scan, because few events do not show it. docs/score.md measures the
 * effect.
 */
const assumedCorrelation = 0.3

/**
 * The design effect for Wilson's interval, which is used if there are few events or if answers do not vary. A design
 * effect is the variance of a metric divided by the variance that as many independent answers would have (Kish, Survey
 * Sampling, 1965). The number of answers divided by it is their effective number.
 *
 * The result is the largest of 1 and the following:
 * - The design effect of the variance found. The quantile of Student's t distribution widens it, because that variance
 *   is uncertain.
 * - From four scans on (`between_scans`), the design effect of `assumedCorrelation`, and the number of pages or brands
 *   per answer. All pages or brands of an answer then count as one. With fewer scans, the answers of a cell are assumed
 *   to be independent.
 * - With topics as units, the number of answers per topic. All answers of a topic then count as one, because topics can
 *   be all or nothing.
 */
function cautiousDesignEffect(
  name: RatioName,
  sums: Sums,
  { answersPerCell }: VarianceInput,
  found: FoundVariance | null,
): number {
  if (!found) return 1
  const { y, x, n, scale } = ratios[name]
  const numerator = sums[y]
  const denominator = sums[x]
  const independentVariance =
    scale === "sentiment"
      ? 4 * binomialVariance((numerator + denominator) / 2, denominator) // a scale of twice the width
      : binomialVariance(numerator, denominator)
  const hasVariation = found.df > 0 && independentVariance > 0
  // Far below one degree of freedom, the t quantile is infinite. The variance between such scans is then close to 0.
  const designEffect = hasVariation
    ? Math.max(1, (found.variance / independentVariance) * (tQuantile(Math.max(found.df, 1)) / z95) ** 2)
    : 1
  if (found.method === "between_topics") {
    const effectiveTopics = found.df + 1
    return Math.max(designEffect, denominator / effectiveTopics)
  }
  if (found.method === "between_scans")
    return Math.max(designEffect, 1 + assumedCorrelation * (answersPerCell - 1), denominator / sums[n])
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
export function distanceToEnd(scale: Scale, y: number, x: number): number {
  if (scale === "share") return x - y
  if (scale === "sentiment") return Math.min(x - y, x + y) / 2
  return scale === "position" ? y - x : Number.POSITIVE_INFINITY
}

type Method = NonNullable<Metric["ci"]>["method"]
type FoundVariance = Variance & { method: Method }

/** Variance between the units if there are enough of them, otherwise within cells. Null if neither can be computed. */
function varianceOf(
  name: RatioName,
  sums: Sums,
  { unit, units, sumsOfSquares, withinCells }: VarianceInput,
): FoundVariance | null {
  const ratioSums = { y: sums[ratios[name].y], x: sums[ratios[name].x] }
  if (units >= minUnits[unit]) {
    const { variance, df } = varianceBetweenUnits(ratioSums, sumsOfSquares[name])
    if (unit === "scan") return { variance, df, method: "between_scans" }
    return { variance: variance * unequalTopicsFactor(df + 1), df, method: "between_topics" }
  }
  if (!withinCells) return null
  const withinOf = ({ sumsOfSquares, df, expansionFactor }: Omit<CenteredSums, "betweenScans">): FoundVariance => {
    const { variance } = varianceWithinStrata(ratioSums, sumsOfSquares[name], df)
    return { variance: variance * expansionFactor, df, method: "within_cells" }
  }
  // Runs that resemble each other within a scan make the scans of a cell differ more than its answers do.
  const ofAnswers = withinOf(withinCells)
  const { betweenScans } = withinCells
  if (!betweenScans || betweenScans.df < minDfBetweenScansOfCells) return ofAnswers
  const ofScans = withinOf(betweenScans)
  return ofScans.variance > ofAnswers.variance * (1 + roundingError) ? ofScans : ofAnswers
}

/**
 * Topics differ in size, unlike scans. A large one pulls the ratio toward itself, so its residual is too small and the
 * variance too low. This factor is an approximate correction. An exact one would need the sums of each topic (HC3:
 * MacKinnon & White, Journal of Econometrics 29, 1985, 305-325), but only sums over all topics are read.
 */
const unequalTopicsFactor = (topics: number) => topics / (topics - 1)

/**
 * A share of prompts, each of which is one trial, with Wilson's interval. It describes the same prompts only, so there
 * is no interval if the units are topics. `n` is the number of answers behind the share.
 */
export function wilsonShare(numerator: number, denominator: number, n: number, unit: Unit): Metric {
  const metric = metricWithoutInterval(numerator, denominator, n)
  if (metric.value === null) return metric
  if (unit === "topic") return { ...metric, no_interval: "panel_only" }
  return { ...metric, ci: wilsonOf(numerator, denominator), no_interval: null }
}

/**
 * Metrics of all answers of a group, not of a brand. Rows replace `answers_n` and `grounded_rate` with those of the
 * brand, which leave out scans that did not look for it. This `grounded_rate` is only shown in totals. It has no
 * interval, because totals are not read by scan or cell.
 */
export function groupMetrics(group: GroupCounts, unit: Unit) {
  const { answers_n, cells_n, prompts_n, grounded_n } = group
  const groundedRate = metricWithoutInterval(grounded_n, answers_n, answers_n)
  const grounded_rate =
    groundedRate.value === null ? groundedRate : { ...groundedRate, no_interval: "in_rows" as const }
  const of_brands = meanSimilarity(group.brand_similarity, answers_n, unit)
  const of_domains = meanSimilarity(group.domain_similarity, answers_n, unit)
  const stability = { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains }
  return { answers_n, cells_n, prompts_n, grounded_rate, stability }
}

/** Mean similarity of the cells, with an interval from the variance between them if the unit is the scan. */
function meanSimilarity({ sum, sum_sq, n }: Similarity, answers: number, unit: Unit): Metric {
  const metric = metricWithoutInterval(sum, n, answers)
  if (metric.value === null) return metric
  if (unit === "topic") return { ...metric, no_interval: "panel_only" }
  if (n < minAnswers) return { ...metric, no_interval: "too_few_answers" }
  const sampleVariance = Math.max(0, sum_sq - sum ** 2 / n) / (n - 1)
  const interval = ratioInterval(metric.value, { variance: sampleVariance / n, df: n - 1 }, "ratio")
  if (!interval) return { ...metric, no_interval: "no_variation" }
  return { ...metric, ci: toInterval(interval, "between_cells"), no_interval: null }
}

function wilsonOf(k: number, n: number): Metric["ci"] {
  const interval = wilson(k, n)
  return interval && toInterval(interval, "wilson")
}

/**
 * `scope` and `design_effect` are defaults, which callers may replace. 1: each prompt or cell is one independent
 * observation.
 */
const toInterval = ({ low, high }: Interval, method: Method): NonNullable<Metric["ci"]> => ({
  low: roundTo12Digits(low),
  high: roundTo12Digits(high),
  level: 0.95,
  method,
  scope: "panel",
  design_effect: 1,
})

const metricWithoutInterval = (numerator: number, denominator: number, n: number): Metric => ({
  value: denominator === 0 ? null : roundTo12Digits(numerator / denominator),
  numerator: roundTo12Digits(numerator),
  denominator: roundTo12Digits(denominator),
  n,
  ci: null,
  no_interval: "nothing_counted",
  confidence: rateConfidence(n),
})

/**
 * Rounds to 12 significant digits, so that the same query always returns the same numbers. Sums of fractions vary in
 * the last digits with the order in which Postgres adds.
 */
export const roundTo12Digits = (number: number) => Number(number.toPrecision(12))

/** For quotients of variances. A variance is a difference of large sums, so more of its digits vary. */
const roundTo6Digits = (number: number) => Number(number.toPrecision(6))
