/**
 * Formats of daily Google Ads exports: the API's column names with amounts in micros (millionths of the currency), and
 * the downloads of the website (`Cost`, `Impr.`).
 */
import type { FileFormat } from "./file-format"

export const googleAds: FileFormat = {
  provider: "google_ads",
  recognizedBy: [["cost_micros"], ["metrics_cost_micros"], ["cost", "impr"]],
  date: ["date", "segments_date", "day"],
  exportByDay: "Add the column Day to the report.",
  account: ["customer_id"],
  accountId: (text) => (/^\d{3}-\d{3}-\d{4}$/.test(text) ? text.replaceAll("-", "") : text),
  currency: ["currency_code", "customer_currency_code"],
  dimensions: {
    campaign: { names: ["campaign_name", "campaign"], ids: ["campaign_id", "id", "base_campaign"] },
    ad_group: { names: ["ad_group_name", "ad_group"], ids: ["ad_group_id"] },
    device: { names: ["device", "segments_device"] },
    network: { names: ["ad_network_type", "segments_ad_network_type", "network_with_search_partners", "network"] },
  },
  metrics: {
    ad_clicks: ["clicks", "metrics_clicks"],
    ad_impressions: ["impressions", "metrics_impressions", "impr"],
    ad_spend: ["cost_micros", "metrics_cost_micros", "cost"],
    ad_conversions: ["conversions", "metrics_conversions"],
    ad_conversion_value: ["conversions_value", "metrics_conversions_value", "conv_value"],
  },
}
