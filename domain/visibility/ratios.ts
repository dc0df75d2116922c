/**
 * Defines every metric of a brand as a ratio of sums over answers: `y / x`. The sums of squares and products `yy`, `xy` and `xx` give
 * its variance. docs/ai-visibility.md explains the metrics, and prisma/schema.prisma the columns.
 */
import { type Sql, sql } from "@/prisma/client"
import type { Scale } from "./statistics/ratio-interval"

/** Columns about all answers of a cell, whatever the brand. */
export const answerColumns = {
  answers: sql`c.answers`,
  brands_mentioned: sql`c.brands_mentioned`,
  brands_mentioned_sq: sql`c.brands_mentioned_sq`,
  grounded: sql`c.grounded`,
  all_citations: sql`c.citations`,
  all_citations_sq: sql`c.citations_sq`,
}

/** Columns about one brand in the answers of a cell. */
export const brandColumns = {
  mentioned: sql`c.mentioned`,
  brands_beside: sql`c.brands_beside`,
  top1: sql`c.top1`,
  top3: sql`c.top3`,
  rank_sum: sql`c.rank_sum`,
  rank_sq_sum: sql`c.rank_sq_sum`,
  prominence_sum: sql`c.prominence_sum`,
  prominence_sq_sum: sql`c.prominence_sq_sum`,
  cited: sql`c.cited`,
  citations: sql`c.citations`,
  citations_sq: sql`c.citations_sq`,
  citations_product: sql`c.citations_product`,
  /** +1 for a positive mention, -1 for a negative one. */
  sentiment: sql`c.positive - c.negative`,
  sentiment_sq: sql`c.positive + c.negative`,
  labelled: sql`c.positive + c.neutral + c.negative`,
  negative: sql`c.negative`,
} as const satisfies Record<string, Sql>

export type AnswerColumn = keyof typeof answerColumns
export type BrandColumn = keyof typeof brandColumns
export type Column = AnswerColumn | BrandColumn

export type Ratio = {
  y: Column
  x: Column
  yy: Column
  xy: Column
  xx: Column
  scale: Scale
  /** Number of answers behind the metric. It determines the confidence. */
  n: Column
  /** Answers that say something of the brand. With few of them there is no interval. */
  events: Column
}

/** A share of answers: each answer counts 0 or 1, so squares and products equal the counts. */
const share = (y: Column, x: Column): Ratio => ({ y, x, yy: y, xy: y, xx: x, scale: "share", n: x, events: y })

export const ratios = {
  visibility: share("mentioned", "answers"),
  share_of_voice: {
    y: "mentioned",
    x: "brands_mentioned",
    yy: "mentioned",
    xy: "brands_beside",
    xx: "brands_mentioned_sq",
    scale: "ratio",
    n: "answers",
    events: "mentioned",
  },
  top1_rate: share("top1", "answers"),
  top3_rate: share("top3", "answers"),
  average_position: {
    y: "rank_sum",
    x: "mentioned",
    yy: "rank_sq_sum",
    xy: "rank_sum",
    xx: "mentioned",
    scale: "position",
    n: "mentioned",
    events: "mentioned",
  },
  prominence: {
    y: "prominence_sum",
    x: "answers",
    yy: "prominence_sq_sum",
    xy: "prominence_sum",
    xx: "answers",
    scale: "ratio",
    n: "answers",
    events: "mentioned",
  },
  citation_rate: share("cited", "answers"),
  citation_rate_grounded: share("cited", "grounded"),
  citation_share: {
    y: "citations",
    x: "all_citations",
    yy: "citations_sq",
    xy: "citations_product",
    xx: "all_citations_sq",
    scale: "ratio",
    n: "grounded",
    events: "cited",
  },
  sentiment_score: {
    y: "sentiment",
    x: "labelled",
    yy: "sentiment_sq",
    xy: "sentiment",
    xx: "labelled",
    scale: "sentiment",
    n: "labelled",
    events: "labelled",
  },
  negative_share: share("negative", "labelled"),
  grounded_rate: share("grounded", "answers"),
} as const satisfies Record<string, Ratio>

export type RatioName = keyof typeof ratios
export const ratioNames = Object.keys(ratios) as RatioName[]

/** Sums of `y * y`, `x * y` and `x * x` over scans, topics or cells, for each metric. */
export type Spread = Record<RatioName, [yy: number, xy: number, xx: number]>

/** The sums that metrics themselves need: numerators, denominators and numbers of answers. */
export type SumColumn = (typeof ratios)[RatioName]["y" | "x" | "n" | "events"]
export type Sums = Record<SumColumn, number>
export const sumColumns = [
  ...new Set(ratioNames.flatMap((name) => [ratios[name].y, ratios[name].x, ratios[name].n, ratios[name].events])),
] as SumColumn[]
