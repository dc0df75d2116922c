/** Defines the settings of a rule that depend on its type, with one schema for each type. */
import { z } from "zod"
import type { signalTypes } from "@/domain/events/signal-created"
import { factMetricIds } from "@/domain/metrics/catalogue"
import type { SignalRule } from "./rule"

const metricIds = z
  .array(z.enum(factMetricIds))
  .min(1)
  .max(30)
  .optional()
  .meta({ description: "The metrics that the rule covers. Default: all metrics that are examined." })

const alertsPerMonth = z.number().min(0.05).max(30).optional().meta({
  description:
    "How many alerts a month a series may have on average. Default: by `sensitivity`, 0.1 for `low`, 0.25 for `medium` and 1 for `high`.",
})

/** No stored value is larger. A limit such as 1e308 would fill titles with its digits. */
const maxLimit = 1e15

export const comparators = ["above", "at_least", "below", "at_most"] as const
export type Comparator = (typeof comparators)[number]

const thresholdParams = z.strictObject({
  metric_id: z.enum(factMetricIds).meta({ description: "The metric that is compared with `limit`." }),
  comparator: z
    .enum(comparators)
    .meta({ description: "How the value compares with `limit` when it creates a signal." }),
  limit: z.number().min(-maxLimit).max(maxLimit).meta({ description: "The limit. Ratios are 0 to 1." }),
  days: z.int().min(1).max(90).default(1).meta({ description: "The number of final days that are added up." }),
  severity: z
    .enum(["info", "warning", "critical"])
    .default("warning")
    .meta({ description: "The severity of the signal." }),
})

const none = z.strictObject({})

/** Types without settings of their own have an empty schema. */
export const paramsOfType = {
  metric_anomaly: z.strictObject({ metric_ids: metricIds, alerts_per_month: alertsPerMonth }),
  metric_threshold: thresholdParams,
  metric_flatline: z.strictObject({ metric_ids: metricIds }),
  budget_pacing: none,
  budget_exceeded: none,
  goal_off_track: none,
  goal_met: none,
  spend_no_conversions: none,
  search_ranking_drop: none,
  search_traffic_drop: z.strictObject({ alerts_per_month: alertsPerMonth }),
  ai_visibility_drop: none,
  ai_visibility_rise: none,
  ai_competitor_overtake: none,
  ai_new_citation: none,
  ai_lost_citation: none,
  ai_negative_sentiment: none,
  ai_engine_change: none,
  data_source_disconnected: none,
  data_source_stale: none,
  data_restated: none,
} satisfies Record<(typeof signalTypes)[number], z.ZodObject>

/**
 * Whether a stored rule fits the schema of its type. Another version may have stored it, with settings that this
 * version does not know.
 */
export const fitsType = ({ type, params }: Pick<SignalRule, "type" | "params">): boolean =>
  paramsOfType[type]?.safeParse(params).success ?? false
