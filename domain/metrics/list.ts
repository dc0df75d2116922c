/** Lists the catalogue of metrics. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { catalogue, metricOf } from "./catalogue"
import { answerers, metric } from "./metric"

export const listMetrics = defineOperation({
  id: "metrics.list",
  summary: "List metrics",
  description:
    "Returns every metric with its unit, its aggregation, its formula and the direction that counts as an improvement. Only these metrics can be queried.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/metrics", tag: "Metrics" },
  input: z.strictObject({
    answered_by: z.enum(answerers).optional().meta({ description: "Only metrics that this part of the API returns." }),
  }),
  output: z.array(metric),
  example: [metricOf("engagement_rate")],
  async handle(_, { answered_by }) {
    return { data: catalogue.filter((m) => answered_by === undefined || m.answered_by === answered_by) }
  },
})
