/** Public shape of a project's metrics: totals, and rows of metrics with their counts and intervals. */
import { z } from "zod"
import { exampleId } from "@/domain/kernel/ids"
import { verdicts } from "../statistics/change"
import { confidence as confidenceOf, confidences } from "../statistics/confidence"

const confidence = z.enum(confidences).meta({
  description:
    "How reliable the metric is, based on `n`. `insufficient`: below 10, returned but never ranked or tested. `low`: below 30. `medium`: below 100. `high`: 100 or more.",
})

const interval = z
  .object({
    low: z.number().meta({ description: "The lower bound." }),
    high: z.number().meta({ description: "The upper bound." }),
    level: z.literal(0.95).meta({ description: "The confidence level." }),
    method: z.enum(["wilson", "bootstrap", "cluster_bootstrap"]).meta({
      description:
        "How the interval was computed. `bootstrap`: cells are resampled 1,000 times. `cluster_bootstrap`: topics are resampled 2,000 times. The same scans always give the same interval.",
    }),
    scope: z.enum(["panel", "population"]).meta({
      description:
        "What the interval describes. `panel`: the value that the same prompts would give if they were asked again. It says nothing about other prompts. `population`: the value that other prompts like these would give.",
    }),
  })
  .meta({ id: "Interval" })

export const figure = z
  .object({
    value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
    numerator: z.number().meta({ description: "The numerator of the value." }),
    denominator: z.number().meta({ description: "The denominator of the value." }),
    n: z.int().meta({ description: "The number of valid answers behind the metric. It determines `confidence`." }),
    ci: interval.nullable(),
    confidence,
  })
  .meta({ id: "AiFigure" })
export type Figure = z.infer<typeof figure>

export const figures = z.object({
  visibility: figure.meta({
    description:
      "The mention rate: the mean over cells (prompt × engine × region) of mentions / runs. Additional runs of one cell do not increase its weight. The numerator is the number of mentions, and the denominator is the number of answers.",
  }),
  share_of_voice: figure.meta({
    description:
      "The answers that mention the brand, divided by the sum of this count over all tracked brands. The brands of a group add up to 1.",
  }),
  top1_rate: figure.meta({ description: "The answers that mention the brand first, divided by all answers." }),
  top3_rate: figure.meta({
    description: "The answers that mention the brand among the first three brands, divided by all answers.",
  }),
  average_position: figure.meta({
    description:
      "The mean rank among the mentioned brands, over the answers that mention the brand. `null` below 5 mentions. Read it together with visibility.",
  }),
  prominence: figure.meta({
    description: "The mean of 1 / log2(1 + rank). An answer that does not mention the brand counts as 0.",
  }),
  citation_rate: figure.meta({ description: "The answers that cite a page of the brand, divided by all answers." }),
  citation_rate_grounded: figure.meta({
    description: "The answers that cite a page of the brand, divided by the answers that cite at least one page.",
  }),
  citation_share: figure.meta({ description: "The citations of the brand's pages, divided by all citations." }),
  sentiment_score: figure.meta({
    description:
      "50 + 50 × (positive - negative) / mentions with a sentiment, from 0 to 100. The numerator is positive - negative.",
  }),
  negative_share: figure.meta({ description: "The negative mentions, divided by all mentions with a sentiment." }),
  prompt_coverage: figure.meta({ description: "The prompts with at least one mention, divided by all prompts." }),
})
export type Figures = z.infer<typeof figures>

const stability = z
  .object({
    brands: z
      .number()
      .nullable()
      .meta({ description: "The mean Jaccard similarity of two runs of a cell, by mentioned brands." }),
    domains: z
      .number()
      .nullable()
      .meta({ description: "The mean Jaccard similarity of two runs of a cell, by cited domains." }),
    of_brands: figure.meta({
      description: "The counts behind `brands`: the sum over cells, and the number of cells with two comparable runs.",
    }),
    of_domains: figure.meta({ description: "The counts behind `domains`." }),
  })
  .meta({
    id: "AiStability",
    description: "How similar repeated answers to the same prompt are. `null` if no cell has two runs.",
  })

/** Fields that are the same for every brand. */
const whole = {
  answers_n: z.int(),
  cells_n: z.int(),
  prompts_n: z.int(),
  grounded_rate: figure.meta({ description: "The answers that cite at least one page, divided by all answers." }),
  stability,
}

const change = z
  .object({
    verdict: z
      .enum(verdicts)
      .meta({ description: "The verdict on visibility. `up` and `down` only if the paired test is significant." }),
    delta_abs: z
      .number()
      .nullable()
      .meta({ description: "Visibility minus the visibility of the previous period. Both cover all of their cells." }),
    delta_compared: z
      .number()
      .nullable()
      .meta({ description: "The mean difference over the compared cells. The verdict refers to this number." }),
    method: z.enum(["paired_z", "sign_midp", "mcnemar_midp"]).nullable(),
    p_value: z.number().nullable(),
    p_adjusted: z
      .number()
      .nullable()
      .meta({ description: "The p-value, adjusted by Benjamini-Hochberg over all rows of the response." }),
    cells_compared: z
      .int()
      .meta({ description: "The number of cells that both periods contain with the same engine configuration." }),
    previous: figures.nullable(),
  })
  .meta({ id: "AiChange" })

export const metricsRow = z
  .object({
    brand: z.object({ id: z.string(), name: z.string(), kind: z.enum(["own", "competitor"]) }),
    group: z
      .object({
        engine: z.string().optional(),
        region: z.string().optional(),
        topic_id: z.string().nullable().optional(),
        prompt_id: z.string().optional(),
        date: z.iso.date().optional(),
        week: z.iso.date().optional().meta({ description: "The first day of the week." }),
        month: z.string().optional().meta({ description: "The month, as YYYY-MM." }),
        scan_id: z.string().optional(),
      })
      .meta({ description: "The values of `group_by`, except `brand`." }),
    ...whole,
    gap_prompts: figure.meta({
      description:
        "The prompts for which a competitor's visibility interval lies entirely above your brand's, divided by the prompts in which your brand is counted. It is identical in every row of a group.",
    }),
    ...figures.shape,
    change: change
      .nullable()
      .meta({ description: "The change since the previous period. `null` unless the request has `compare`." }),
  })
  .meta({ id: "AiMetricsRow" })
export type MetricsRow = z.infer<typeof metricsRow>

export const metricsTable = z
  .object({
    totals: z.object({ scans_n: z.int(), ...whole, mentions_n: z.int(), citations_n: z.int() }),
    rows: z.array(metricsRow),
    rows_total: z.int(),
    rows_returned: z.int(),
  })
  .meta({ id: "AiMetrics" })
export type MetricsTable = z.infer<typeof metricsTable>

const ci = (low: number, high: number) => ({
  low,
  high,
  level: 0.95 as const,
  method: "wilson" as const,
  scope: "panel" as const,
})
const shown = (value: number | null, numerator: number, denominator: number, bounds: Figure["ci"] = null): Figure => ({
  value,
  numerator,
  denominator,
  n: denominator,
  ci: bounds,
  confidence: confidenceOf(denominator),
})
const exampleWhole = {
  answers_n: 24,
  cells_n: 8,
  prompts_n: 4,
  grounded_rate: shown(0.75, 18, 24, ci(0.551, 0.88)),
  stability: {
    brands: 0.61,
    domains: 0.34,
    of_brands: { ...shown(0.61, 4.88, 8), n: 24, confidence: confidenceOf(24) },
    of_domains: { ...shown(0.34, 2.38, 7), n: 24, confidence: confidenceOf(24) },
  },
}
const ofAnswers = (figure: Figure): Figure => ({ ...figure, n: 24, confidence: confidenceOf(24) })

export const exampleMetrics: MetricsTable = {
  totals: { scans_n: 1, ...exampleWhole, mentions_n: 117, citations_n: 206 },
  rows: [
    {
      brand: { id: exampleId("brand"), name: "Bergamo Bikes", kind: "own" },
      group: {},
      ...exampleWhole,
      gap_prompts: ofAnswers(shown(0.25, 1, 4, ci(0.046, 0.699))),
      visibility: shown(0.833, 20, 24, ci(0.641, 0.933)),
      share_of_voice: ofAnswers(shown(0.171, 20, 117)),
      top1_rate: shown(0.25, 6, 24, ci(0.12, 0.449)),
      top3_rate: shown(0.583, 14, 24, ci(0.388, 0.755)),
      average_position: shown(2.4, 48, 20),
      prominence: shown(0.49, 11.76, 24),
      citation_rate: shown(0.125, 3, 24, ci(0.043, 0.31)),
      citation_rate_grounded: shown(0.167, 3, 18, ci(0.058, 0.392)),
      citation_share: { ...shown(0.024, 5, 206), n: 18, confidence: confidenceOf(18) },
      sentiment_score: shown(null, 0, 0),
      negative_share: shown(null, 0, 0),
      prompt_coverage: ofAnswers(shown(1, 4, 4, ci(0.51, 1))),
      change: null,
    },
  ],
  rows_total: 1,
  rows_returned: 1,
}
