/** Defines the public shape of a project's metrics: totals, and rows of metrics with their counts and intervals. */
import { z } from "zod"
import { exampleId } from "@/domain/kernel/ids"
import { verdicts } from "@/domain/kernel/scan-values"
import { confidences, rateConfidence } from "./statistics/precision"

const confidence = z.enum(confidences).meta({
  description:
    "How reliable the metric is, based on `n`. `insufficient`: below 10, returned but never ranked or tested. `low`: below 30. `medium`: below 100. `high`: 100 or more.",
})

const interval = z
  .object({
    low: z.number().meta({ description: "The lower bound." }),
    high: z.number().meta({ description: "The upper bound." }),
    level: z.literal(0.95).meta({ description: "The confidence level." }),
    method: z.enum(["between_scans", "within_cells", "between_cells", "between_topics", "wilson"]).meta({
      description:
        "What the variance is computed from. `between_scans`: how four or more scans differ. `within_cells`: with fewer scans, how the answers of each cell differ, or how its two or three scans differ if that is more. With a single scan, it assumes that the answers of a cell are independent. `between_cells`: how the similarities of cells differ. `between_topics`: how topics differ, with `ci_scope=population`. `wilson`: Wilson's interval, for metrics with few events or without variation, and for shares of prompts.",
    }),
    scope: z.enum(["panel", "population"]).meta({
      description:
        "What the interval describes. `panel`: the value that the same prompts would give if they were asked again. It says nothing about other prompts. `population`: the value that other prompts like these would give.",
    }),
    design_effect: z.number().meta({
      description:
        "The variance of the value, divided by the variance that it would have if all answers were independent. For `wilson`: the divisor of the number of answers, at least 1. It is 1 if each prompt or each cell is one independent observation.",
    }),
  })
  .meta({ id: "Interval" })

const noIntervalReasons = [
  "nothing_counted",
  "too_few_answers",
  "too_few_events",
  "no_variation",
  "too_few_topics",
  "panel_only",
  "left_out",
  "in_rows",
] as const

export const metric = z
  .object({
    value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
    numerator: z.number().meta({ description: "The numerator of the value." }),
    denominator: z.number().meta({ description: "The denominator of the value." }),
    n: z.int().meta({ description: "The number of valid answers behind the metric. It determines `confidence`." }),
    ci: interval.nullable().meta({
      description: "The confidence interval. `null` if none can be given. `no_interval` says why.",
    }),
    no_interval: z.enum(noIntervalReasons).nullable().meta({
      description:
        "Why `ci` is `null`, or `null` if there is an interval. `nothing_counted`: the denominator is 0, or the value is withheld. `too_few_answers`: fewer than 10 answers or cells. `too_few_events`: nearly all ranks are 1. Only `average_position` has this reason, because other metrics then have Wilson's interval. `no_variation`: no differences that a variance could be computed from. `too_few_topics`: `ci_scope=population` needs 10 topics, and values from more than one of them. `panel_only`: the metric has no interval with `ci_scope=population`. `left_out`: the period has too many answers for intervals from cells. `in_rows`: `grounded_rate` of the totals has no interval. Those of the rows have one.",
    }),
    confidence,
  })
  .meta({ id: "AiFigure" }) // public in the OpenAPI document, so it keeps this name
export type Metric = z.infer<typeof metric>

const metrics = z.object({
  visibility: metric.meta({
    description: "The answers that mention the brand, divided by all answers.",
  }),
  share_of_voice: metric.meta({
    description:
      "Mentions of the brand, divided by the mentions of all tracked brands. An answer counts as one mention of each brand in it. The brands of a group add up to 1.",
  }),
  top1_rate: metric.meta({ description: "The answers that mention the brand first, divided by all answers." }),
  top3_rate: metric.meta({
    description: "The answers that mention the brand among the first three brands, divided by all answers.",
  }),
  average_position: metric.meta({
    description:
      "The mean rank among the mentioned brands, over the answers that mention the brand. `null` below 5 mentions. Read it together with visibility.",
  }),
  prominence: metric.meta({
    description: "The mean of 1 / log2(1 + rank). An answer that does not mention the brand counts as 0.",
  }),
  citation_rate: metric.meta({ description: "The answers that cite a page of the brand, divided by all answers." }),
  citation_rate_grounded: metric.meta({
    description: "The answers that cite a page of the brand, divided by the answers that cite at least one page.",
  }),
  citation_share: metric.meta({ description: "The citations of the brand's pages, divided by all citations." }),
  sentiment_score: metric.meta({
    description:
      "50 + 50 × (positive - negative) / mentions with a sentiment, from 0 to 100. The numerator is positive - negative.",
  }),
  negative_share: metric.meta({ description: "The negative mentions, divided by all mentions with a sentiment." }),
  prompt_coverage: metric.meta({
    description:
      "The prompts with at least one mention, divided by all prompts. Left out if the scans have more than 250,000 answers.",
  }),
})

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
    of_brands: metric.meta({
      description:
        "The counts behind `brands`: the sum of the similarities over the cells of every scan, and the number of these cells with two runs, at least one of which mentions a brand.",
    }),
    of_domains: metric.meta({ description: "The counts behind `domains`." }),
  })
  .meta({
    id: "AiStability",
    description: "How similar repeated answers to the same prompt are. `null` if no cell has two runs.",
  })

/** Fields that do not depend on the brand. In rows, two of them leave out scans that did not look for the brand. */
const groupFields = {
  answers_n: z.int().meta({ description: "The number of valid answers." }),
  cells_n: z.int().meta({
    description: "The number of cells with a valid answer. A cell is one prompt on one engine in one region.",
  }),
  prompts_n: z.int().meta({ description: "The number of prompts with a valid answer." }),
  grounded_rate: metric.meta({ description: "The answers that cite at least one page, divided by all answers." }),
  stability,
}

const metricChange = z
  .object({
    verdict: z.enum(verdicts).meta({
      description:
        "The verdict on this metric. `up`: the value rose, `down`: it fell. A lower average position is better. `insufficient` below ten answers in either period or ten events in both together, and with fewer than two compared cells.",
    }),
    delta: z.number().nullable().meta({ description: "The value minus the value of the previous period." }),
    delta_compared: z.number().nullable().meta({
      description: "The same over the compared cells. The verdict refers to this number. `null` if nothing was tested.",
    }),
    p_value: z.number().nullable().meta({
      description: "The p-value of the difference, from the compared cells. `null` if nothing was tested.",
    }),
    p_adjusted: z.number().nullable().meta({
      description:
        "The p-value, adjusted by Benjamini-Hochberg. Each metric of your brand is a family of tests, and all metrics of the other brands together are another. `up` and `down` only below 0.03.",
    }),
  })
  .meta({ id: "AiMetricChange" })
export type MetricChange = z.infer<typeof metricChange>

const change = z
  .object({
    verdict: z
      .enum(verdicts)
      .meta({ description: "The verdict on visibility. `up` and `down` only if the test is significant." }),
    delta_abs: z
      .number()
      .nullable()
      .meta({ description: "Visibility minus the visibility of the previous period. Both cover all of their cells." }),
    delta_compared: z
      .number()
      .nullable()
      .meta({ description: "The mean difference over the compared cells. The verdict refers to this number." }),
    delta_ci: interval.pick({ low: true, high: true, level: true }).nullable().meta({
      description:
        "The confidence interval of `delta_compared`, from the variance that the test uses. It excludes 0 if `p_value` is below 0.05. A difference smaller than half its width could be chance. `null` for a sign test, and if nothing was tested.",
    }),
    method: z.enum(["paired_t", "paired_z", "pooled_t", "sign_midp", "mcnemar_midp"]).nullable().meta({
      description:
        "The statistical test: a paired t test (a z test from 100 cells on), a t test whose variance is pooled over the groups, or a sign test or McNemar test with mid-p if there are few mentions. `null` if nothing was tested.",
    }),
    p_value: z
      .number()
      .nullable()
      .meta({ description: "The p-value of the test, before adjustment. `null` if nothing was tested." }),
    p_adjusted: z.number().nullable().meta({
      description:
        "The p-value, adjusted by Benjamini-Hochberg. The rows of your brand are one family of tests, and all other rows are another. `null` if nothing was tested.",
    }),
    cells_compared: z
      .int()
      .meta({ description: "The number of cells that both periods contain with the same engine configuration." }),
    metrics: z
      .object({
        share_of_voice: metricChange.meta({ description: "The change of the share of voice." }),
        average_position: metricChange.meta({ description: "The change of the average position." }),
        citation_rate: metricChange.meta({ description: "The change of the citation rate." }),
        sentiment_score: metricChange.meta({ description: "The change of the sentiment." }),
      })
      .meta({ description: "The changes of the other headline metrics." }),
    previous: metrics
      .nullable()
      .meta({ description: "The metrics of the previous period. `null` if it has no answers." }),
  })
  .meta({ id: "AiChange" })

export const metricsRow = z
  .object({
    brand: z
      .object({
        id: z.string().meta({ description: "The ID of the brand." }),
        name: z.string().meta({ description: "The name of the brand." }),
        kind: z.enum(["own", "competitor"]).meta({ description: "Whether it is your brand or a competitor." }),
      })
      .meta({ description: "The brand of the row." }),
    group: z
      .object({
        engine: z.string().optional().meta({ description: "The ID of the engine." }),
        region: z
          .string()
          .optional()
          .meta({ description: "The country, as an ISO 3166-1 alpha-2 code. Empty without a location." }),
        topic_id: z
          .string()
          .nullable()
          .optional()
          .meta({ description: "The ID of the topic. `null` for prompts without a topic." }),
        prompt_id: z.string().optional().meta({ description: "The ID of the prompt." }),
        date: z.iso.date().optional().meta({ description: "The day on which the scans ended." }),
        week: z.iso.date().optional().meta({ description: "The first day of the week." }),
        month: z.string().optional().meta({ description: "The month, as YYYY-MM." }),
        scan_id: z.string().optional().meta({ description: "The ID of the scan." }),
      })
      .meta({ description: "The values of `group_by`, except `brand`." }),
    ...groupFields,
    gap_prompts: metric.meta({
      description:
        "The prompts for which a competitor's visibility interval lies entirely above your brand's, divided by the prompts in which your brand is counted. It is identical in every row of a group, and left out if the scans have more than 250,000 answers.",
    }),
    ...metrics.shape,
    change: change
      .nullable()
      .meta({ description: "The change since the previous period. `null` unless the request has `compare`." }),
  })
  .meta({ id: "AiMetricsRow" })
export type MetricsRow = z.infer<typeof metricsRow>

export const metricsTable = z
  .object({
    totals: z
      .object({
        scans_n: z.int().meta({ description: "The number of scans." }),
        ...groupFields,
        mentions_n: z
          .int()
          .meta({ description: "The number of mentions of tracked brands. A brand counts once per answer." }),
        citations_n: z.int().meta({ description: "The number of citations." }),
      })
      .meta({ description: "The counts of all answers that match the query." }),
    rows: z.array(metricsRow).meta({ description: "One row per brand and group." }),
    rows_total: z.int().meta({ description: "The number of matching rows, regardless of `limit`." }),
    rows_returned: z.int().meta({ description: "The number of rows in `rows`." }),
  })
  .meta({ id: "AiMetrics" })
export type MetricsTable = z.infer<typeof metricsTable>

const wilson = (low: number, high: number, design_effect = 1): NonNullable<Metric["ci"]> => ({
  low,
  high,
  level: 0.95,
  method: "wilson",
  scope: "panel",
  design_effect,
})
const withinCells = (low: number, high: number, design_effect: number): Metric["ci"] => ({
  ...wilson(low, high, design_effect),
  method: "within_cells",
})
function exampleMetric(
  value: number | null,
  numerator: number,
  denominator: number,
  ci: Metric["ci"] = null,
  n = denominator,
): Metric {
  const reason = value === null ? "nothing_counted" : "too_few_answers"
  return { value, numerator, denominator, n, ci, no_interval: ci ? null : reason, confidence: rateConfidence(n) }
}
const exampleGroup = {
  answers_n: 24,
  cells_n: 8,
  prompts_n: 4,
  grounded_rate: exampleMetric(0.75, 18, 24, wilson(0.551, 0.88)),
  stability: {
    brands: 0.61,
    domains: 0.34,
    of_brands: exampleMetric(0.61, 4.88, 8, null, 24),
    of_domains: exampleMetric(0.34, 2.38, 7, null, 24),
  },
}

export const exampleMetrics: MetricsTable = {
  totals: {
    scans_n: 1,
    ...exampleGroup,
    grounded_rate: { ...exampleMetric(0.75, 18, 24), no_interval: "in_rows" },
    mentions_n: 117,
    citations_n: 206,
  },
  rows: [
    {
      brand: { id: exampleId("brand"), name: "Bergamo Bikes", kind: "own" },
      group: {},
      ...exampleGroup,
      gap_prompts: exampleMetric(0.25, 1, 4, wilson(0.046, 0.699), 24),
      visibility: exampleMetric(0.833, 20, 24, wilson(0.641, 0.933)),
      share_of_voice: exampleMetric(0.171, 20, 117, withinCells(0.151, 0.193, 0.47), 24),
      top1_rate: exampleMetric(0.25, 6, 24, withinCells(0.144, 0.398, 0.47)),
      top3_rate: exampleMetric(0.583, 14, 24, withinCells(0.435, 0.72, 0.47)),
      average_position: exampleMetric(2.4, 48, 20, withinCells(2.1, 2.74, 0.52)),
      prominence: exampleMetric(0.49, 11.76, 24, withinCells(0.43, 0.55, 0.44)),
      citation_rate: exampleMetric(0.125, 3, 24, wilson(0.043, 0.31)),
      citation_rate_grounded: exampleMetric(0.167, 3, 18, wilson(0.058, 0.392)),
      citation_share: exampleMetric(0.024, 5, 206, withinCells(0.01, 0.056, 0.81), 18),
      sentiment_score: exampleMetric(null, 0, 0),
      negative_share: exampleMetric(null, 0, 0),
      prompt_coverage: exampleMetric(1, 4, 4, wilson(0.51, 1), 24),
      change: null,
    },
  ],
  rows_total: 1,
  rows_returned: 1,
}
