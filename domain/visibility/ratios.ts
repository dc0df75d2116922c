/**
 * Defines every metric of a brand as a ratio of sums over answers: `y / x`. The sums of squares and products `yy`, `xy` and `xx` give
 * its variance. metrics.ts turns the sums into values and chooses what their variance is taken from. statistics/ratio-interval.ts has the
 * formula of the interval. docs/ai-visibility.md explains the metrics, and prisma/schema.prisma the columns.
 */
import { z } from "zod"
import { raw, type Sql, sql } from "@/prisma/client"
import type { Scale } from "./statistics/ratio-interval"

const columns = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, raw(`c.${name}`)])) as Record<Name, Sql>

/** Columns about all answers of a cell, whatever the brand. */
export const answerColumns = {
  ...columns("answers", "brands_mentioned", "brands_mentioned_sq", "grounded"),
  all_citations: sql`c.citations`,
  all_citations_sq: sql`c.citations_sq`,
}

/** Columns about one brand in the answers of a cell. */
export const brandColumns = {
  ...columns("mentioned", "top1", "top3"),
  /** Tracked brands in the answers that mention the brand, the brand itself included. */
  brands_in_mentioning_answers: sql`c.brands_beside`,
  ...columns("rank_sum", "rank_sq_sum", "prominence_sum", "prominence_sq_sum"),
  ...columns("cited", "citations", "citations_sq", "citations_product", "negative"),
  /** +1 for a positive mention, -1 for a negative one. */
  sentiment: sql`c.positive - c.negative`,
  sentiment_sq: sql`c.positive + c.negative`,
  labelled: sql`c.positive + c.neutral + c.negative`,
}

export type Column = keyof typeof answerColumns | keyof typeof brandColumns

export type Ratio = {
  y: Column
  x: Column
  yy: Column
  xy: Column
  xx: Column
  scale: Scale
  /** Number of answers behind the metric. It determines the confidence. */
  n: Column
  /** Answers that mention (or cite, or have a sentiment for) the brand. With few of them there is no interval. */
  events: Column
}

/** A mean over the answers that `x` counts. Each answer adds 0 or 1 to `x`, so x * y = y and x * x = x. */
const mean = (ratio: Pick<Ratio, "y" | "yy" | "x" | "scale" | "events">): Ratio => ({
  ...ratio,
  xy: ratio.y,
  xx: ratio.x,
  n: ratio.x,
})

/** A share of answers. Each answer adds 0 or 1 to `y`. 0 * 0 = 0 and 1 * 1 = 1, so the sum of squares is the count. */
const share = (y: Column, x: Column) => mean({ y, yy: y, x, scale: "share", events: y })

export const ratios = {
  visibility: share("mentioned", "answers"),
  share_of_voice: {
    y: "mentioned",
    x: "brands_mentioned",
    yy: "mentioned",
    xy: "brands_in_mentioning_answers",
    xx: "brands_mentioned_sq",
    scale: "ratio",
    n: "answers",
    events: "mentioned",
  },
  top1_rate: share("top1", "answers"),
  top3_rate: share("top3", "answers"),
  average_position: mean({ y: "rank_sum", yy: "rank_sq_sum", x: "mentioned", scale: "position", events: "mentioned" }),
  prominence: mean({ y: "prominence_sum", yy: "prominence_sq_sum", x: "answers", scale: "ratio", events: "mentioned" }),
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
  sentiment_score: mean({ y: "sentiment", yy: "sentiment_sq", x: "labelled", scale: "sentiment", events: "labelled" }),
  negative_share: share("negative", "labelled"),
  grounded_rate: share("grounded", "answers"),
} satisfies Record<string, Ratio>

export type RatioName = keyof typeof ratios
export const ratioNames = Object.keys(ratios) as RatioName[]

/** For each metric, the sums of `y * y`, `x * y` and `x * x`. */
export const sumsOfSquares = z.record(z.enum(ratioNames), z.tuple([z.number(), z.number(), z.number()]))
export type SumsOfSquares = z.infer<typeof sumsOfSquares>

/** The columns that metrics are computed from: numerators, denominators and numbers of answers. */
export const sumColumns: Column[] = [
  ...new Set(ratioNames.flatMap((name) => [ratios[name].y, ratios[name].x, ratios[name].n, ratios[name].events])),
]
export const sums = z.record(z.enum(sumColumns), z.number())
export type Sums = z.infer<typeof sums>
