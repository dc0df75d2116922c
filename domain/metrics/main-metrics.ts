/**
 * The metrics that stand for a client where only one fits, most important first: outcomes, or else traffic, or else
 * spend.
 */
export const mainMetrics = ["revenue", "ad_conversions", "key_events", "sessions", "search_clicks", "ad_spend"] as const
