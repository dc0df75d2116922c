/** Lists the catalogue of metrics together with the dimensions, for assistants. REST has a list of each. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { dimension, dimensions } from "./dimension"
import { containsText, filterMetrics, metricFilters } from "./list"
import { metric } from "./metric"

const kinds = ["metric", "dimension"] as const

export const listCatalogue = defineOperation({
  id: "metrics.listCatalogue",
  summary: "List metrics and dimensions",
  description: "Returns every metric, and every dimension by which metrics can be broken down or filtered.",
  audience: "team",
  kind: "query",
  tool: {
    name: "list_metrics",
    title: "List metrics",
    description:
      "Lists the metrics with their unit, aggregation, definition and the platforms that provide them, and the dimensions by which query_metrics splits and filters them.",
  },
  resources: [
    {
      uri: "app://catalogue/metrics",
      name: "metrics",
      title: "Catalogue of metrics",
      description: "Every metric with its unit, its aggregation and what it measures, and every dimension.",
      ttlSeconds: 3_600,
      isPublic: true,
    },
  ],
  input: z.strictObject({
    ...metricFilters,
    kind: z.enum(kinds).optional(),
  }),
  output: z.array(
    z.union([metric.extend({ kind: z.literal("metric") }), dimension.extend({ kind: z.literal("dimension") })]),
  ),
  async handle(_, { kind, ...filters }) {
    const hasMetricFilter = filters.answered_by !== undefined || filters.provider !== undefined
    const listsDimensions = kind !== "metric" && !hasMetricFilter
    const foundMetrics = kind === "dimension" ? [] : filterMetrics(filters)
    const foundDimensions = listsDimensions ? dimensions.filter((entry) => containsText(entry, filters.q)) : []
    return {
      data: [
        ...foundMetrics.map((entry) => ({ kind: "metric" as const, ...entry })),
        ...foundDimensions.map((entry) => ({ kind: "dimension" as const, ...entry })),
      ],
    }
  },
})
