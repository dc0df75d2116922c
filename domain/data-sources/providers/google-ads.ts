/** Format of daily Google Ads exports. Amounts are in micros (millionths of the currency). */
import type { FileFormat } from "../file-format"

export const googleAds: FileFormat = {
  provider: "google_ads",
  recognisedBy: ["cost_micros"],
  date: ["date", "segments_date", "day"],
  account: ["customer_id"],
  currency: ["currency_code", "customer_currency_code"],
  dimensions: {
    campaign: ["campaign_id", "id", "base_campaign", "campaign_name"],
    device: ["device", "segments_device"],
    network: ["ad_network_type", "segments_ad_network_type"],
  },
  figures: {
    ad_clicks: { columns: ["clicks", "metrics_clicks"] },
    ad_impressions: { columns: ["impressions", "metrics_impressions"] },
    ad_spend: { columns: ["cost_micros", "metrics_cost_micros"], perMillion: true },
    ad_conversions: { columns: ["conversions", "metrics_conversions"] },
    ad_conversion_value: { columns: ["conversions_value", "metrics_conversions_value"] },
  },
}
