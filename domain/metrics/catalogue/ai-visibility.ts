/** Metrics of the client's brand in AI answers. They are described here and computed by the AI-visibility projects. */
import type { Direction, Unit } from "../metric"
import { elsewhere } from "../metric"

type Row = [id: string, label: string, numerator: string, denominator: string, definition: string]

const rate = (
  [id, label, numerator, denominator, definition]: Row,
  direction: Direction = "more_is_better",
  unit: Unit = "ratio",
) =>
  elsewhere({
    id,
    label,
    unit,
    direction,
    definition,
    numerator,
    denominator,
    aggregation: "ratio",
    answered_by: "ai_visibility",
  })

export const aiVisibility = [
  rate([
    "ai_visibility",
    "AI visibility",
    "answers that mention the brand",
    "valid answers",
    "Share of answers that mention the brand; each prompt, engine and region weighs the same.",
  ]),
  rate([
    "ai_top1_rate",
    "Named first",
    "answers that name the brand first",
    "valid answers",
    "Share of answers in which the brand comes first.",
  ]),
  rate([
    "ai_top3_rate",
    "Named among the first three",
    "answers that name the brand among the first three",
    "valid answers",
    "Share of answers in which the brand is one of the first three.",
  ]),
  rate([
    "ai_prominence",
    "Prominence",
    "sum of 1 / log2(1 + rank) where mentioned, 0 elsewhere",
    "valid answers",
    "How early the brand is named, 0 to 1; absence counts as 0.",
  ]),
  rate([
    "ai_share_of_voice",
    "Share of voice",
    "answers that mention the brand",
    "mentions of all tracked brands, one an answer and brand",
    "The brand's part of all mentions of tracked brands; all shares add up to 1.",
  ]),
  rate([
    "ai_citation_share",
    "Citation share",
    "cited pages of the brand's domains",
    "all cited pages",
    "The brand's part of the pages that answers cite.",
  ]),
  rate([
    "ai_citation_rate",
    "Citation rate",
    "answers that cite the brand's domains",
    "valid answers",
    "Share of answers that cite a page of the brand.",
  ]),
  rate([
    "ai_citation_rate_grounded",
    "Citation rate of grounded answers",
    "answers that cite the brand's domains",
    "answers that cite anything",
    "Share of answers with sources that cite a page of the brand.",
  ]),
  rate(
    [
      "ai_grounded_rate",
      "Grounded answers",
      "answers that cite anything",
      "valid answers",
      "Share of answers that name their sources.",
    ],
    "neutral",
  ),
  rate(
    [
      "ai_average_position",
      "Average position",
      "sum of ranks",
      "answers that mention the brand",
      "Average rank where the brand is mentioned; null below 5 mentions. Read it beside visibility.",
    ],
    "less_is_better",
    "rank",
  ),
  rate(
    [
      "ai_sentiment_score",
      "Sentiment",
      "positive - negative mentions",
      "labelled mentions",
      "50 + 50 * (positive - negative) / labelled: 0 is all bad, 100 all good.",
    ],
    "more_is_better",
    "score",
  ),
  rate(
    [
      "ai_negative_share",
      "Negative mentions",
      "negative mentions",
      "labelled mentions",
      "Share of labelled mentions that are negative.",
    ],
    "less_is_better",
  ),
  rate([
    "ai_prompt_coverage",
    "Prompt coverage",
    "prompts with a mention",
    "prompts",
    "Share of prompts with at least one answer that mentions the brand.",
  ]),
  rate(
    [
      "ai_gap_prompts",
      "Gap prompts",
      "prompts where a competitor is clearly ahead",
      "prompts",
      "Share of prompts where the visibility interval of some competitor lies wholly above the own brand's.",
    ],
    "less_is_better",
  ),
  elsewhere({
    id: "ai_stability",
    label: "Stability",
    unit: "ratio",
    direction: "neutral",
    aggregation: "mean",
    answered_by: "ai_visibility",
    definition: "How alike repeated answers to the same prompt are, 0 to 1; null with a single run.",
    formula: "mean over prompts, engines and regions of the mean pairwise Jaccard similarity of the brands named",
  }),
]
