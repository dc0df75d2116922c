/**
 * Defines every metric of a brand as a ratio of sums over answers: `y / x`. The sums of squares and products `yy`, `xy`
 * and `xx` give its variance.
 *
 * A cell is one prompt on one engine in one region. Its answers in one scan are its runs. A row `c` of
 * `visibility_cell` has the sums of one cell in one scan, and `visibility_cell_brand` those of one brand in them.
 *
 * domain/scans/write-metrics.ts counts the columns when a scan ends, and prisma/schema.prisma describes them.
 * metrics.ts turns the sums into values and chooses the method of the interval, whose formula is in
 * statistics/ratio-interval.ts. docs/ai-visibility.md explains the metrics. For lists, latest-metrics.ts repeats
 * visibility and share of voice in SQL, and prompt-latest.ts visibility and average position.
 */
import { z } from "zod"
import { raw, type Sql, sql } from "@/prisma/client"
import type { Scale } from "./statistics/ratio-interval"

const columns = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, raw(`c.${name}`)])) as Record<Name, Sql>

/**
 * Columns about all answers of a cell, not about a brand. `brands_mentioned` counts tracked brands only, each once per
 * answer.
 */
export const answerColumns = {
  ...columns("answers", "brands_mentioned", "brands_mentioned_sq", "grounded"),
  all_citations: sql`c.citations`,
  all_citations_sq: sql`c.citations_sq`,
}

/** Columns about one brand in the answers of a cell. */
export const brandColumns = {
  ...columns("mentioned", "top1", "top3"),
  /** Sum of `brands_mentioned` over the answers that mention the brand. */
  brands_in_mentioning_answers: sql`c.brands_beside`,
  ...columns("rank_sum", "rank_sq_sum", "prominence_sum", "prominence_sq_sum"),
  ...columns("cited", "citations", "citations_sq", "citations_product", "negative"),
  /** +1 for a positive mention, -1 for a negative one. */
  sentiment: sql`c.positive - c.negative`,
  sentiment_sq: sql`c.positive + c.negative`,
  /** Mentions with a sentiment. */
  sentiment_n: sql`c.positive + c.neutral + c.negative`,
}

export type Column = keyof typeof answerColumns | keyof typeof brandColumns

export type Ratio = {
  /** Numerator. */
  y: Column
  /** Denominator. */
  x: Column
  /** Sums of y * y, x * y and x * x over single answers. */
  yy: Column
  xy: Column
  xx: Column
  scale: Scale
  /** Number of answers behind the metric. It determines the confidence. */
  n: Column
  /**
   * Number of answers with the event that the metric is about: a mention, a citation, a sentiment, or what a share
   * counts. With few events, the interval does not come from variances.
   */
  answersWithEvent: Column
}

/** A mean over the answers that `x` counts. Each answer adds 0 or 1 to `x`, so x * y = y and x * x = x. */
const mean = (ratio: Pick<Ratio, "y" | "yy" | "x" | "scale" | "answersWithEvent">): Ratio => ({
  ...ratio,
  xy: ratio.y,
  xx: ratio.x,
  n: ratio.x,
})

/** A share of answers. Each answer adds 0 or 1 to `y`, so y * y = y. */
const share = (y: Column, x: Column) => mean({ y, yy: y, x, scale: "share", answersWithEvent: y })

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
    answersWithEvent: "mentioned",
  },
  top1_rate: share("top1", "answers"),
  top3_rate: share("top3", "answers"),
  average_position: mean({
    y: "rank_sum",
    yy: "rank_sq_sum",
    x: "mentioned",
    scale: "position",
    answersWithEvent: "mentioned",
  }),
  prominence: mean({
    y: "prominence_sum",
    yy: "prominence_sq_sum",
    x: "answers",
    scale: "ratio",
    answersWithEvent: "mentioned",
  }),
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
    answersWithEvent: "cited",
  },
  sentiment_score: mean({
    y: "sentiment",
    yy: "sentiment_sq",
    x: "sentiment_n",
    scale: "sentiment",
    answersWithEvent: "sentiment_n",
  }),
  negative_share: share("negative", "sentiment_n"),
  grounded_rate: share("grounded", "answers"),
} satisfies Record<string, Ratio>

export type RatioName = keyof typeof ratios
export const ratioNames = Object.keys(ratios) as RatioName[]

/**
 * For each metric, the sums of `y * y`, `x * y` and `x * x`. Here y and x are the sums of a scan or topic
 * (`BrandSums`), those of a single answer (`answerSquares`, from the columns `yy`, `xy` and `xx`), or an answer's
 * differences from the mean of its stratum (`CenteredSums`).
 */
export const sumsOfSquares = z.record(z.enum(ratioNames), z.tuple([z.number(), z.number(), z.number()]))
export type SumsOfSquares = z.infer<typeof sumsOfSquares>

/** The columns that values are computed from: numerators, denominators, numbers of answers and events. */
export const sumColumns: Column[] = [
  ...new Set(
    ratioNames.flatMap((name) => [ratios[name].y, ratios[name].x, ratios[name].n, ratios[name].answersWithEvent]),
  ),
]
/** The columns with squares and products over single answers that `sumColumns` does not contain. */
export const squareColumns: Column[] = [
  ...new Set(ratioNames.flatMap((name) => [ratios[name].yy, ratios[name].xy, ratios[name].xx])),
].filter((column) => !sumColumns.includes(column))
export const sums = z.record(z.enum(sumColumns), z.number())
export type Sums = z.infer<typeof sums>
