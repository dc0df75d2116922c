/**
 * Metrics to show for a client where there is room for only one, most important first: outcomes, then traffic, then
 * spend. The first metric with data is shown.
 */
export const mainMetrics = ["revenue", "ad_conversions", "key_events", "sessions", "search_clicks", "ad_spend"] as const
