/** Lists the catalogue of metrics. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { catalogue, metricOf } from "./catalogue"
import { answerers, metric, type PublicMetric } from "./metric"
import { providers } from "./provider"

export const metricFilters = {
  answered_by: z.enum(answerers).optional().meta({ description: "Only metrics that this part of the API returns." }),
  provider: z.enum(providers).optional().meta({ description: "Only metrics that this platform provides." }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only metrics whose ID, name or definition contains this text. Case-insensitive." }),
}

export const listMetrics = defineOperation({
  id: "metrics.list",
  summary: "List metrics",
  description:
    "Returns every metric with its unit, its aggregation, its formula and the direction that counts as an improvement. Only these metrics can be queried.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/metrics", tag: "Metrics" },
  input: z.strictObject(metricFilters),
  output: z.array(metric),
  example: [metricOf("engagement_rate")],
  async handle(_, filters) {
    return { data: filterMetrics(filters) }
  },
})

/** The metrics of the catalogue that match the filters. */
export const filterMetrics = ({ answered_by, provider, q }: z.output<z.ZodObject<typeof metricFilters>>) =>
  catalogue.filter(
    (metric) =>
      (!answered_by || metric.answered_by === answered_by) &&
      (!provider || metric.providers.includes(provider)) &&
      containsText(metric, q),
  )

/** Always true without `text`. */
export const containsText = ({ id, label, definition }: Pick<PublicMetric, "id" | "label" | "definition">, text = "") =>
  [id, label, definition].some((value) => value.toLowerCase().includes(text.toLowerCase()))
