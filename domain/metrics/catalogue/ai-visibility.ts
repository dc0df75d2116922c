/** Metrics of the client's brand in AI answers. They are described here and computed by the AI-visibility projects. */
import { computedElsewhere, type Metric } from "../metric"

type RateRow = Pick<Metric, "id" | "label" | "numerator" | "denominator" | "definition"> &
  Partial<Pick<Metric, "unit" | "direction" | "formula">>

const rate = (row: RateRow): Metric =>
  computedElsewhere({
    unit: "ratio",
    direction: "more_is_better",
    ...row,
    aggregation: "ratio",
    answered_by: "ai_visibility",
  })

export const aiVisibility = [
  rate({
    id: "ai_visibility",
    label: "AI visibility",
    numerator: "answers that mention the brand",
    denominator: "valid answers",
    definition: "The share of answers that mention the brand. Each answer has the same weight.",
  }),
  rate({
    id: "ai_top1_rate",
    label: "Mentioned first",
    numerator: "answers that mention the brand first",
    denominator: "valid answers",
    definition: "The share of answers that mention the brand before any other brand.",
  }),
  rate({
    id: "ai_top3_rate",
    label: "Mentioned in the top three",
    numerator: "answers that mention the brand among the first three brands",
    denominator: "valid answers",
    definition: "The share of answers that mention the brand among the first three brands.",
  }),
  rate({
    id: "ai_prominence",
    label: "Prominence",
    numerator: "sum of 1 / log2(1 + rank) where mentioned, 0 elsewhere",
    denominator: "valid answers",
    definition:
      "How early answers mention the brand, from 0 to 1. An answer that does not mention the brand counts as 0.",
  }),
  rate({
    id: "ai_share_of_voice",
    label: "Share of voice",
    numerator: "answers that mention the brand",
    denominator: "mentions of all tracked brands, at most one per answer and brand",
    definition: "The brand's share of all mentions of tracked brands. The shares of all brands add up to 1.",
  }),
  rate({
    id: "ai_citation_share",
    label: "Citation share",
    numerator: "cited pages of the brand's domains",
    denominator: "all cited pages",
    definition: "The brand's share of all pages that answers cite.",
  }),
  rate({
    id: "ai_citation_rate",
    label: "Citation rate",
    numerator: "answers that cite the brand's domains",
    denominator: "valid answers",
    definition: "The share of answers that cite a page of the brand.",
  }),
  rate({
    id: "ai_citation_rate_grounded",
    label: "Citation rate of grounded answers",
    numerator: "answers that cite the brand's domains",
    denominator: "answers that cite at least one page",
    definition: "The share of answers with citations that cite a page of the brand.",
  }),
  rate({
    id: "ai_grounded_rate",
    label: "Grounded answers",
    direction: "neutral",
    numerator: "answers that cite at least one page",
    denominator: "valid answers",
    definition: "The share of answers that cite at least one page.",
  }),
  rate({
    id: "ai_average_position",
    label: "Average position",
    unit: "rank",
    direction: "less_is_better",
    numerator: "sum of ranks",
    denominator: "answers that mention the brand",
    definition:
      "The average rank of the brand in answers that mention it. `null` below 5 mentions. Read it together with visibility.",
  }),
  rate({
    id: "ai_sentiment_score",
    label: "Sentiment",
    unit: "score",
    direction: "more_is_better",
    numerator: "positive - negative mentions",
    denominator: "mentions with a sentiment",
    definition: "50 + 50 × (positive - negative) / mentions with a sentiment. 0 means all negative, 100 all positive.",
    formula: "50 + 50 * (positive - negative mentions) / mentions with a sentiment",
  }),
  rate({
    id: "ai_negative_share",
    label: "Negative mentions",
    direction: "less_is_better",
    numerator: "negative mentions",
    denominator: "mentions with a sentiment",
    definition: "The share of mentions with a sentiment that are negative.",
  }),
  rate({
    id: "ai_prompt_coverage",
    label: "Prompt coverage",
    numerator: "prompts with a mention",
    denominator: "prompts",
    definition: "The share of prompts with at least one answer that mentions the brand.",
  }),
  rate({
    id: "ai_gap_prompts",
    label: "Gap prompts",
    direction: "less_is_better",
    numerator: "prompts where a competitor is clearly ahead",
    denominator: "prompts",
    definition:
      "The share of prompts for which the visibility interval of a competitor lies entirely above your brand's interval.",
  }),
  computedElsewhere({
    id: "ai_stability",
    label: "Stability",
    unit: "ratio",
    direction: "neutral",
    aggregation: "mean",
    answered_by: "ai_visibility",
    definition:
      "How similar repeated answers to the same prompt are, from 0 to 1. `null` if no prompt has two answers that mention a brand.",
    formula:
      "mean over the cells (prompt × engine × region) of each scan of the mean pairwise Jaccard similarity of the mentioned brands",
  }),
]
