/** Format of daily Meta Ads exports (Facebook, Instagram). Clicks are link clicks. */
import type { FileFormat } from "../file-format"

export const metaAds: FileFormat = {
  provider: "meta_ads",
  recognisedBy: ["inline_link_clicks"],
  date: ["date", "date_start", "day"],
  account: ["account_id"],
  currency: ["account_currency", "currency"],
  dimensions: {
    campaign: ["campaign_id", "campaign_name"],
    ad_group: ["adset_id", "ad_set_id", "adset_name"],
    ad: ["ad_id", "ad_name"],
  },
  figures: {
    ad_clicks: { columns: ["inline_link_clicks"] },
    ad_impressions: { columns: ["impressions"] },
    ad_spend: { columns: ["spend"] },
  },
}
