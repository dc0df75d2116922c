/** What can be asked of metrics, by REST and by the widgets of reports; checked against the catalogue. */
import { z } from "zod"
import type { Fault } from "@/domain/errors"
import { factMetricIds, findMetric } from "./catalogue"
import { dimensionIds } from "./dimension"
import type { ResolvedPeriod } from "./period"

export const maxRows = 10_000
const maxDailyDays = 400

export const metricQueryInput = {
  metrics: z
    .array(z.enum(factMetricIds, { error: ({ input }) => whyNotAMetric(String(input)) }))
    .min(1)
    .max(20)
    .meta({ description: "Metrics of the catalogue (GET /metrics), at most 20", examples: [["ad_clicks", "ad_ctr"]] }),
  dimensions: z
    .array(z.enum(dimensionIds))
    .max(3)
    .default([])
    .meta({ description: "Break the figures down by these dimensions (GET /dimensions), at most 3" }),
  filter: z
    .record(z.string(), z.array(z.string().max(500)).min(1).max(100))
    .default({})
    .meta({ description: "Only these values of a dimension: filter[device]=Computer,Tablet" }),
  order_by: z
    .string()
    .max(64)
    .optional()
    .meta({
      description:
        "A metric or dimension of the query, or date; a minus before it turns the order round. Default: by date, then by the first metric, largest first",
      examples: ["-ad_spend"],
    }),
  limit: z.int().min(1).max(maxRows).default(1_000).meta({ description: "Rows at most; totals cover all rows" }),
}

const metricQuery = z.strictObject(metricQueryInput)
/** `series_limit` is for charts: that many combinations of dimension values, the largest, with all their points. */
export type MetricQuery = z.output<typeof metricQuery> & { series_limit?: number | undefined }

/** What the schema cannot see: names that must fit each other. */
export function queryFaults(query: MetricQuery, period?: ResolvedPeriod): Fault[] {
  const { metrics, dimensions, filter, order_by } = query
  const faults: Fault[] = []
  for (const [parameter, list] of Object.entries({ metrics, dimensions }))
    if (new Set(list).size < list.length) faults.push(fault(parameter, `${parameter} names something twice.`))
  for (const name of Object.keys(filter).filter((name) => !dimensionIds.includes(name)))
    faults.push(fault(`filter[${name}]`, `${name} is not a dimension; GET /dimensions lists them.`))
  const orderable = ["date", ...metrics, ...dimensions]
  if (order_by !== undefined && !orderable.includes(order_by.replace(/^-/, "")))
    faults.push(fault("order_by", `order_by takes ${orderable.join(", ")}, each with or without a minus before it.`))
  if (period && period.granularity === "day" && dimensions.length > 0 && period.days > maxDailyDays)
    faults.push(fault("granularity", `By day and dimension a period has at most ${maxDailyDays} days.`))
  return faults
}

function whyNotAMetric(id: string) {
  const known = findMetric(id)
  if (!known) return `${id} is not a metric; GET /metrics lists them`
  if (known.answered_by === "ai_visibility")
    return `${id} is answered by GET /ai-visibility/projects/{project_id}/metrics`
  return `${id} is not kept as a daily figure`
}

const fault = (parameter: string, detail: string): Fault => ({ parameter, code: "parameter_invalid", detail })
