/** Turns counts into figures: a value with its numerator, its denominator, and where it is cheap its interval. */
import { confidence } from "../statistics/confidence"
import { wilson } from "../statistics/wilson"
import type { BrandCounts, WholeCounts } from "./count-groups"
import type { Figure, Figures } from "./metrics-table"

/** Below this many mentions a mean rank says nothing. */
const fewMentions = 5

export function figuresOf(c: BrandCounts): Figures {
  const { m, k, whole } = c
  const labelled = c.positive + c.neutral + c.negative
  const score = labelled === 0 ? null : 50 + (50 * (c.positive - c.negative)) / labelled
  return {
    visibility: { ...share(k, m, m), value: tidy(c.visibility) },
    share_of_voice: ratio(k, c.all_k, m),
    top1_rate: share(c.top1, m, m),
    top3_rate: share(c.top3, m, m),
    average_position: { ...ratio(c.rank_sum, k, m), ...(k < fewMentions && { value: null }) },
    prominence: ratio(c.prominence_sum, m, m),
    citation_rate: share(c.cited, m, m),
    citation_rate_grounded: share(c.cited, whole.grounded_n, whole.grounded_n),
    citation_share: ratio(c.citations, whole.citations_n, m),
    sentiment_score: { ...ratio(c.positive - c.negative, labelled, labelled), value: score },
    negative_share: share(c.negative, labelled, labelled),
    prompt_coverage: ratio(c.covered_n, whole.prompts_n, m),
  }
}

/** What a row and the totals say whatever the brand. */
export const wholeOf = ({ answers_n, cells_n, prompts_n, grounded_n, brand_jaccard, domain_jaccard }: WholeCounts) => ({
  answers_n,
  cells_n,
  prompts_n,
  grounded_rate: share(grounded_n, answers_n, answers_n),
  stability: {
    brands: brand_jaccard === null ? null : tidy(brand_jaccard),
    domains: domain_jaccard === null ? null : tidy(domain_jaccard),
  },
})

/** Part of a number of answers, with Wilson's interval. */
function share(numerator: number, denominator: number, n: number): Figure {
  const bounds = wilson(numerator, denominator)
  return {
    ...ratio(numerator, denominator, n),
    ci: bounds && { ...bounds, level: 0.95, method: "wilson", scope: "panel" },
  }
}

/** A ratio of sums; its interval, if asked for, comes from the bootstrap. `n` are the answers behind it. */
const ratio = (numerator: number, denominator: number, n: number): Figure => ({
  value: denominator === 0 ? null : tidy(numerator / denominator),
  numerator: tidy(numerator),
  denominator,
  ci: null,
  confidence: confidence(n),
})

/** Sums of fractions differ in the last digits by the order in which Postgres adds; the same question shall have the same answer. */
export const tidy = (number: number) => Number(number.toPrecision(12))
