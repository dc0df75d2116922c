/** Format of daily Microsoft Ads exports: one row for each day, campaign, device, network and match type. */
import type { FileFormat } from "../file-format"

export const microsoftAds: FileFormat = {
  provider: "microsoft_ads",
  recognisedBy: ["network", "spend", "device_type"],
  date: ["date", "gregorian_date", "time_period"],
  account: ["account_id", "account_number"],
  currency: ["currency_code", "currency"],
  dimensions: {
    campaign: ["campaign_id", "campaign_name", "campaign"],
    device: ["device_type", "device"],
    network: ["network"],
  },
  figures: {
    ad_clicks: { columns: ["clicks"] },
    ad_impressions: { columns: ["impressions"] },
    ad_spend: { columns: ["spend"] },
    ad_conversions: { columns: ["conversions"] },
    ad_conversion_value: { columns: ["revenue"] },
  },
}
