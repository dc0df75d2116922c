/** Defines and validates metric queries, for REST and for report widgets. */
import { z } from "zod"
import { type FieldError, parameterError } from "@/domain/kernel/errors"
import type { Check } from "@/domain/kernel/validate"
import { lengthInDays } from "./calendar"
import { factMetricIds, findMetric } from "./catalogue"
import { dimensionIds } from "./dimension"
import { parseFilter } from "./filter-input"
import type { ResolvedPeriod } from "./period"
import type { Granularity, RangeInput } from "./period-input"

export const maxRows = 10_000
/** Applies to queries by day with dimensions, which return a row for each day and combination of values. */
const maxDailyDays = 400

export const metricQueryInput = {
  metrics: z
    .array(z.enum(factMetricIds, { error: ({ input }) => explainInvalidMetric(String(input)) }))
    .min(1)
    .max(20)
    .meta({
      description: "The IDs of up to 20 metrics of the catalogue.",
      examples: [["ad_clicks", "ad_ctr"]],
    }),
  dimensions: z.array(z.enum(dimensionIds)).max(3).default([]).meta({
    description: "The IDs of up to 3 dimensions by which to break down the metrics.",
  }),
  filter: z
    .record(z.string(), z.array(z.string().max(500)).min(1).max(100))
    .default({})
    .meta({ description: "The values to include, for each dimension." }),
  order_by: z
    .string()
    .max(64)
    .optional()
    .meta({
      description:
        "The sort order: a metric or dimension of the query, or `date`. A leading minus reverses the order. Default: by date, then by the first metric, largest value first.",
      examples: ["-ad_spend"],
    }),
  limit: z
    .int()
    .min(1)
    .max(maxRows)
    .default(1_000)
    .meta({ description: "The maximum number of rows. Totals cover all rows." }),
}

const metricQuery = z.strictObject(metricQueryInput)
/**
 * `series_limit` is for charts: only the largest combinations of dimension values are returned, up to this number, each
 * with all its points.
 */
export type MetricQuery = z.output<typeof metricQuery> & { series_limit?: number | undefined }

/** Checks that the schema cannot express: fields that must fit each other. */
export const queryErrors = (query: MetricQuery, period?: ResolvedPeriod): FieldError[] => [
  ...duplicateErrors("metrics", query.metrics),
  ...duplicateErrors("dimensions", query.dimensions),
  ...filterErrors(query.filter),
  ...orderErrors(query),
  ...(period ? dayErrors(query.dimensions, period.granularity, period.days) : []),
]

type MetricQueryParameters = Omit<MetricQuery, "filter"> & RangeInput & { filter: string[] }

/**
 * The same checks for the parameters of a URL. The number of days is known only with `from` and `to`, because presets
 * depend on the client's time zone.
 */
export const metricQueryChecks: Check<MetricQueryParameters>[] = [
  { reads: ["metrics"], fieldErrors: ({ metrics }) => duplicateErrors("metrics", metrics) },
  { reads: ["dimensions"], fieldErrors: ({ dimensions }) => duplicateErrors("dimensions", dimensions) },
  { reads: ["filter"], fieldErrors: ({ filter }) => filterErrors(parseFilter(filter)) },
  { reads: ["metrics", "dimensions", "order_by"], fieldErrors: orderErrors },
  {
    reads: ["dimensions", "granularity", "from", "to"],
    fieldErrors: ({ dimensions, granularity, from, to }) =>
      from && to ? dayErrors(dimensions, granularity, lengthInDays(from, to)) : [],
  },
]

const duplicateErrors = (parameter: string, list: readonly string[]) =>
  new Set(list).size < list.length
    ? [parameterError(parameter, `${parameter} contains a value twice.`, "Send each value once.")]
    : []

const filterErrors = (filter: MetricQuery["filter"]) =>
  Object.keys(filter)
    .filter((name) => !dimensionIds.includes(name))
    .map((name) =>
      parameterError("filter", `filter: ${name} is not a dimension.`, `Use one of: ${dimensionIds.join(", ")}.`),
    )

function orderErrors({ metrics, dimensions, order_by }: Pick<MetricQuery, "metrics" | "dimensions" | "order_by">) {
  const orderable = ["date", ...metrics, ...dimensions]
  if (order_by === undefined || orderable.includes(order_by.replace(/^-/, ""))) return []
  const detail = `order_by must be one of ${orderable.join(", ")}. Each can have a leading minus.`
  return [parameterError("order_by", detail, "Use date, or a metric or dimension of the query.")]
}

function dayErrors(dimensions: readonly string[], granularity: Granularity | undefined, days: number) {
  if (granularity !== "day" || dimensions.length === 0 || days <= maxDailyDays) return []
  const detail = `A query by day with dimensions can cover at most ${maxDailyDays} days. This one covers ${days}.`
  return [parameterError("granularity", detail, "Use a shorter period, or query by week or month.")]
}

function explainInvalidMetric(id: string) {
  const metric = findMetric(id)
  if (!metric) return `${id} is not a metric of the catalogue`
  if (metric.answered_by === "ai_visibility")
    return `${id} is an AI-visibility metric. Query the metrics of an AI-visibility project instead`
  return `${id} is not available as a daily metric`
}
