/** Lists the catalogue of metrics. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { catalogue, metricOf } from "./catalogue"
import { answerers, metric, type PublicMetric } from "./metric"
import { providers } from "./provider"

export const listMetrics = defineOperation({
  id: "metrics.list",
  summary: "List metrics",
  description:
    "Returns every metric with its unit, its aggregation, its formula and the direction that counts as an improvement. Only these metrics can be queried.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/metrics", tag: "Metrics" },
  tool: {
    name: "list_metrics",
    title: "List metrics",
    description:
      "Lists the metrics with their unit, aggregation, definition and the platforms that provide them. Use q to find one by name.",
  },
  resources: [
    {
      uri: "app://catalogue/metrics",
      name: "metrics",
      title: "Catalogue of metrics",
      description: "Every metric with its unit, its aggregation and what it measures.",
      ttlSeconds: 3_600,
      isPublic: true,
    },
  ],
  input: z.strictObject({
    answered_by: z.enum(answerers).optional().meta({ description: "Only metrics that this part of the API returns." }),
    provider: z.enum(providers).optional().meta({ description: "Only metrics that this platform provides." }),
    q: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Only metrics whose ID, name or definition contains this text. Case-insensitive." }),
  }),
  output: z.array(metric),
  example: [metricOf("engagement_rate")],
  async handle(_, { answered_by, provider, q }) {
    let metrics = [...catalogue]
    if (answered_by) metrics = metrics.filter((metric) => metric.answered_by === answered_by)
    if (provider) metrics = metrics.filter((metric) => metric.providers.includes(provider))
    if (q) metrics = metrics.filter((metric) => containsText(metric, q.toLowerCase()))
    return { data: metrics }
  },
})

const containsText = ({ id, label, definition }: PublicMetric, text: string) =>
  [id, label, definition].some((value) => value.toLowerCase().includes(text))
