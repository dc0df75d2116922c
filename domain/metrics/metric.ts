/**
 * Defines a metric of the catalogue: what it measures, how its values are aggregated, and which direction is better.
 */
import { z } from "zod"
import { providers } from "./provider"

const units = ["count", "ratio", "number", "money", "seconds", "hours", "rank", "score"] as const
const aggregations = ["sum", "ratio", "weighted_mean", "mean", "unique", "max"] as const
const directions = ["more_is_better", "less_is_better", "neutral"] as const
export const answerers = ["metrics", "ai_visibility", "goals", "data_sources"] as const

export const metric = z
  .object({
    id: z.string().meta({ description: "The ID of the metric, as used in queries." }),
    label: z.string().meta({ description: "The name of the metric for display." }),
    unit: z.enum(units).meta({
      description:
        "The unit. A ratio of 0.25 means 25%. Some ratios can be above 1, such as the return on ad spend. Monetary values are in the currency of the response.",
    }),
    aggregation: z.enum(aggregations).meta({
      description:
        "How values are combined over days and rows. `sum`: values are added. `ratio` and `weighted_mean`: numerators and denominators are added, then divided. `unique`: values cannot be added, and are only known for a complete day, week or month. `mean`: the average of all values. `max`: the largest value.",
    }),
    direction: z.enum(directions).meta({ description: "Whether an increase or a decrease is an improvement." }),
    numerator: z.string().nullable().meta({
      description:
        "For ratios and weighted means: the numerator, as an expression of metric IDs, or in words if its parts are not metrics. `null` for all other metrics.",
    }),
    denominator: z.string().nullable().meta({
      description:
        "For ratios and weighted means: the denominator or the weight, in the same form as `numerator`. `null` for all other metrics.",
    }),
    multiplier: z.number().meta({
      description: "The factor in `value` = `multiplier` × numerator / denominator. `ai_sentiment_score` also adds 50.",
    }),
    not_additive_over: z.array(z.string()).meta({
      description: "Dimensions whose rows count the same thing more than once. Queries by them have no totals.",
    }),
    providers: z.array(z.enum(providers)).meta({
      description:
        "The platforms that provide the metric, or its parts. Empty for metrics that Signalbox computes itself.",
    }),
    answered_by: z.enum(answerers).meta({
      description:
        "Where the metric can be queried. `metrics`: GET /clients/{client_id}/metrics and reports. `ai_visibility`: GET /ai-visibility/projects/{project_id}/metrics. `goals`: GET /clients/{client_id}/goals. `data_sources`: GET /data-sources.",
    }),
    definition: z.string().meta({ description: "What the metric measures." }),
    formula: z
      .string()
      .nullable()
      .meta({ description: "How the metric is computed. `null` for metrics that data sources provide directly." }),
  })
  .meta({ id: "Metric" })

export type PublicMetric = z.infer<typeof metric>
export type Unit = PublicMetric["unit"]
export type Direction = PublicMetric["direction"]

/** Stored metrics and their signs, for example sessions - engaged_sessions. */
export type Terms = readonly (readonly [storedMetric: string, sign: 1 | -1])[]

/**
 * A row of the catalogue. `numeratorTerms` and `denominatorTerms` name the stored metrics that it is computed from.
 * Only ratios and weighted means have a denominator. Metrics that are computed elsewhere have no terms.
 */
export type Metric = PublicMetric & { numeratorTerms: Terms; denominatorTerms: Terms | null }

type MetricRow = Pick<Metric, "id" | "label" | "unit" | "direction" | "definition"> &
  Partial<Pick<Metric, "providers" | "answered_by" | "not_additive_over" | "multiplier" | "formula">>

/** A metric that is stored directly and summed over days, sources and dimensions. */
export const sum = (row: MetricRow): Metric => ({ ...withDefaults(row, "sum"), numeratorTerms: [[row.id, 1]] })

/** A count of distinct people. Counts of two days overlap by an unknown number, so they are never summed. */
export const unique = (row: MetricRow): Metric => ({ ...withDefaults(row, "unique"), numeratorTerms: [[row.id, 1]] })

/** A ratio of sums. Terms are written `sessions - engaged_sessions`. */
export const ratio = (row: MetricRow, numerator: string, denominator: string): Metric => ({
  ...withDefaults(row, "ratio"),
  numerator,
  denominator,
  formula: row.formula ?? formulaOf(numerator, denominator, row.multiplier ?? 1),
  numeratorTerms: termsOf(numerator),
  denominatorTerms: termsOf(denominator),
})

/** A weighted mean. Stored as two sums: value times weight, and the weight of the rows that have a value. */
export const weightedMean = (row: MetricRow, weight: string): Metric => ({
  ...withDefaults(row, "weighted_mean"),
  numerator: `${row.id} * ${weight}`,
  denominator: weight,
  formula: row.formula ?? `sum(${row.id} * ${weight}) / sum(${weight})`,
  numeratorTerms: [[weightedSumOf(row.id), 1]],
  denominatorTerms: [[weightOf(row.id), 1]],
})

/** A metric that is described here but computed in another part of the service. */
export const computedElsewhere = (
  row: MetricRow & Pick<Metric, "aggregation" | "answered_by"> & Partial<Pick<Metric, "numerator" | "denominator">>,
): Metric => ({
  ...withDefaults(row, row.aggregation),
  numerator: row.numerator ?? null,
  denominator: row.denominator ?? null,
  formula: row.formula ?? (row.numerator && row.denominator ? `(${row.numerator}) / (${row.denominator})` : null),
})

export const weightedSumOf = (id: string) => `${id}.sum`
export const weightOf = (id: string) => `${id}.weight`
/** The ID of the metric that a stored metric belongs to. Only the two sums of a weighted mean have a suffix. */
export const metricOfStored = (storedMetric: string) => storedMetric.replace(/\.(sum|weight)$/, "")

const withDefaults = (row: MetricRow, aggregation: Metric["aggregation"]): Metric => ({
  numerator: null,
  denominator: null,
  multiplier: 1,
  not_additive_over: [],
  providers: [],
  answered_by: "metrics",
  formula: null,
  ...row,
  aggregation,
  numeratorTerms: [],
  denominatorTerms: null,
})

function formulaOf(numerator: string, denominator: string, multiplier: number) {
  const factor = multiplier === 1 ? "" : `${multiplier} * `
  const dividend = numerator.includes(" ") ? `(${numerator})` : numerator
  return `${factor}${dividend} / ${denominator}`
}

/** Parses `sessions - engaged_sessions`. */
const termsOf = (expression: string): Terms =>
  [...`+ ${expression}`.matchAll(/([+-]) (\S+)/g)].map(([, sign, id = ""]) => [id, sign === "-" ? -1 : 1])
