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

/** The metrics that say what a client achieved, most important first. They come before what was spent. */
export const outcomeMetrics: MetricId[] = ["revenue", "ad_conversions", "key_events"]

/** The metrics that a tile can show, most important first: outcomes of the website, then advertising. */
const tileMetrics: MetricId[] = [
  "revenue",
  "sessions",
  "key_events",
  "ad_spend",
  "ad_conversions",
  "ad_roas",
  "search_clicks",
  "ad_cpa",
  "ad_clicks",
  "search_position",
  "page_views",
  "engagement_rate",
]
const maxTiles = 6

/** Sorts the columns for the tiles and the table: the metrics of the tiles first, then the others. */
export function byImportance<MetricColumn extends { id: string }>(columns: MetricColumn[]): MetricColumn[] {
  const important = tileMetrics.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...important, ...columns.filter((column) => !important.includes(column))]
}

/** The tiles of a client's page, from columns in the order of `byImportance`. */
export const tilesOf = <MetricColumn extends { id: string }>(columns: MetricColumn[]): MetricColumn[] =>
  columns.filter(({ id }) => tileMetrics.some((metric) => metric === id)).slice(0, maxTiles)
