/** Metrics of the client's brand in AI answers. They are described here and computed by the AI-visibility projects. */
import type { Direction, Unit } from "../metric"
import { computedElsewhere } from "../metric"

type Row = [id: string, label: string, numerator: string, denominator: string, definition: string]

const rate = (
  [id, label, numerator, denominator, definition]: Row,
  direction: Direction = "more_is_better",
  unit: Unit = "ratio",
  formula: string | null = null,
) =>
  computedElsewhere({
    id,
    label,
    unit,
    direction,
    definition,
    numerator,
    denominator,
    ...(formula && { formula }),
    aggregation: "ratio",
    answered_by: "ai_visibility",
  })

export const aiVisibility = [
  rate([
    "ai_visibility",
    "AI visibility",
    "answers that mention the brand",
    "valid answers",
    "The share of answers that mention the brand. Each answer has the same weight.",
  ]),
  rate([
    "ai_top1_rate",
    "Mentioned first",
    "answers that mention the brand first",
    "valid answers",
    "The share of answers that mention the brand before any other brand.",
  ]),
  rate([
    "ai_top3_rate",
    "Mentioned in the top three",
    "answers that mention the brand among the first three brands",
    "valid answers",
    "The share of answers that mention the brand among the first three brands.",
  ]),
  rate([
    "ai_prominence",
    "Prominence",
    "sum of 1 / log2(1 + rank) where mentioned, 0 elsewhere",
    "valid answers",
    "How early answers mention the brand, from 0 to 1. An answer that does not mention the brand counts as 0.",
  ]),
  rate([
    "ai_share_of_voice",
    "Share of voice",
    "answers that mention the brand",
    "mentions of all tracked brands, at most one per answer and brand",
    "The brand's share of all mentions of tracked brands. The shares of all brands add up to 1.",
  ]),
  rate([
    "ai_citation_share",
    "Citation share",
    "cited pages of the brand's domains",
    "all cited pages",
    "The brand's share of all pages that answers cite.",
  ]),
  rate([
    "ai_citation_rate",
    "Citation rate",
    "answers that cite the brand's domains",
    "valid answers",
    "The share of answers that cite a page of the brand.",
  ]),
  rate([
    "ai_citation_rate_grounded",
    "Citation rate of grounded answers",
    "answers that cite the brand's domains",
    "answers that cite at least one page",
    "The share of answers with citations that cite a page of the brand.",
  ]),
  rate(
    [
      "ai_grounded_rate",
      "Grounded answers",
      "answers that cite at least one page",
      "valid answers",
      "The share of answers that cite at least one page.",
    ],
    "neutral",
  ),
  rate(
    [
      "ai_average_position",
      "Average position",
      "sum of ranks",
      "answers that mention the brand",
      "The average rank of the brand in answers that mention it. `null` below 5 mentions. Read it together with visibility.",
    ],
    "less_is_better",
    "rank",
  ),
  rate(
    [
      "ai_sentiment_score",
      "Sentiment",
      "positive - negative mentions",
      "mentions with a sentiment",
      "50 + 50 × (positive - negative) / mentions with a sentiment. 0 means all negative, 100 all positive.",
    ],
    "more_is_better",
    "score",
    "50 + 50 * (positive - negative mentions) / mentions with a sentiment",
  ),
  rate(
    [
      "ai_negative_share",
      "Negative mentions",
      "negative mentions",
      "mentions with a sentiment",
      "The share of mentions with a sentiment that are negative.",
    ],
    "less_is_better",
  ),
  rate([
    "ai_prompt_coverage",
    "Prompt coverage",
    "prompts with a mention",
    "prompts",
    "The share of prompts with at least one answer that mentions the brand.",
  ]),
  rate(
    [
      "ai_gap_prompts",
      "Gap prompts",
      "prompts where a competitor is clearly ahead",
      "prompts",
      "The share of prompts for which the visibility interval of a competitor lies entirely above your brand's interval.",
    ],
    "less_is_better",
  ),
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
