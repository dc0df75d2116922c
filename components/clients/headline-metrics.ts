/** The metrics that a client's page requests. Metrics without values are not shown. */
import type { Inputs } from "@/components/api/types"

export type MetricId = Inputs["clients"]["queryMetrics"]["metrics"][number]

export const headlineMetrics: MetricId[] = [
  "ad_spend",
  "ad_impressions",
  "ad_clicks",
  "ad_ctr",
  "ad_cpc",
  "ad_conversions",
  "ad_cpa",
  "ad_conversion_value",
  "ad_roas",
  "sessions",
  "engagement_rate",
  "page_views",
  "key_events",
  "purchases",
  "revenue",
  "search_clicks",
  "search_impressions",
  "search_ctr",
  "search_position",
]
