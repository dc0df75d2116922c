/** Format of daily Microsoft Ads exports: one row for each day, campaign, device, network and match type. */
import type { FileFormat } from "./file-format"

export const microsoftAds: FileFormat = {
  provider: "microsoft_ads",
  recognizedBy: [["network", "spend", "device_type"]],
  date: ["date", "gregorian_date", "time_period"],
  account: ["account_id", "account_number"],
  currency: ["currency_code", "currency"],
  dimensions: {
    campaign: { names: ["campaign_name", "campaign"], ids: ["campaign_id"] },
    device: { names: ["device_type", "device"] },
    network: { names: ["network"] },
  },
  metrics: {
    ad_clicks: ["clicks"],
    ad_impressions: ["impressions"],
    ad_spend: ["spend"],
    ad_conversions: ["conversions"],
    ad_conversion_value: ["revenue"],
  },
}
