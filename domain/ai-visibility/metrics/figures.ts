/** Converts counts into metrics: a value with its numerator, denominator, confidence and, where it is cheap, its interval. */
import { confidence } from "../statistics/confidence"
import { wilson } from "../statistics/wilson"
import type { BrandCounts, GroupCounts, WholeCounts } from "./counts"
import type { Figure, Figures } from "./metrics-table"

/** Below this many mentions the average position is too unreliable to show. */
export const fewMentions = 5

export function figuresOf(c: BrandCounts): Figures {
  const { m, k, whole } = c
  const labelled = c.positive + c.neutral + c.negative
  const score = labelled === 0 ? null : 50 + (50 * (c.positive - c.negative)) / labelled
  const [visibility, effective] = [tidy(c.visibility), tidy(c.effective_n)]
  return {
    visibility: { ...share(k, m, m), value: visibility, ci: wilsonOf(visibility * effective, effective) },
    share_of_voice: ratio(k, c.all_k, m),
    top1_rate: share(c.top1, m, m),
    top3_rate: share(c.top3, m, m),
    average_position: { ...ratio(c.rank_sum, k, k), ...(k < fewMentions && { value: null }) },
    prominence: ratio(c.prominence_sum, m, m),
    citation_rate: share(c.cited, m, m),
    citation_rate_grounded: share(c.cited, whole.grounded_n, whole.grounded_n),
    citation_share: ratio(c.citations, whole.citations_n, whole.grounded_n),
    sentiment_score: { ...ratio(c.positive - c.negative, labelled, labelled), value: score && tidy(score) },
    negative_share: share(c.negative, labelled, labelled),
    prompt_coverage: share(c.covered_n, whole.prompts_n, m),
  }
}

/** Metrics that are the same for every brand. Rows and totals both have them. */
export const wholeOf = (whole: WholeCounts) => ({
  answers_n: whole.answers_n,
  cells_n: whole.cells_n,
  prompts_n: whole.prompts_n,
  grounded_rate: share(whole.grounded_n, whole.answers_n, whole.answers_n),
  stability: stabilityOf(whole),
})

function stabilityOf({ answers_n, ...whole }: WholeCounts) {
  const of_brands = ratio(whole.brand_likeness, whole.brand_likeness_n, answers_n)
  const of_domains = ratio(whole.domain_likeness, whole.domain_likeness_n, answers_n)
  return { brands: of_brands.value, domains: of_domains.value, of_brands, of_domains }
}

/** Only rows have this metric, because it is defined over the prompts of one group. */
export const gapsOf = ({ gaps_n, gaps_of_n, answers_n }: GroupCounts) => share(gaps_n, gaps_of_n, answers_n)

/** A share with Wilson's interval. `n` is the number of answers behind it. */
const share = (numerator: number, denominator: number, n: number): Figure => ({
  ...ratio(numerator, denominator, n),
  ci: wilsonOf(numerator, denominator),
})

function wilsonOf(k: number, n: number): Figure["ci"] {
  const bounds = wilson(k, n)
  return bounds && { low: tidy(bounds.low), high: tidy(bounds.high), level: 0.95, method: "wilson", scope: "panel" }
}

/** A ratio of sums without an interval. The bootstrap adds one on request. */
const ratio = (numerator: number, denominator: number, n: number): Figure => ({
  value: denominator === 0 ? null : tidy(numerator / denominator),
  numerator: tidy(numerator),
  denominator,
  n,
  ci: null,
  confidence: confidence(n),
})

/** Removes the interval. With ci_scope=population, totals and previous periods have none, and must not show a panel interval instead. */
export const withoutInterval = (figure: Figure): Figure => ({ ...figure, ci: null })

/**
 * Rounds to 12 significant digits, so that the same query always returns the same numbers: sums of fractions vary in the
 * last digits with the order in which Postgres adds.
 */
export const tidy = (number: number) => Number(number.toPrecision(12))
