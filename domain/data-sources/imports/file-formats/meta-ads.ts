/**
 * Formats of daily Meta Ads exports (Facebook, Instagram): the API's column names, and the downloads of Ads Manager
 * (`Amount spent (EUR)`, `Link clicks`, `Results`). Clicks are link clicks, and conversions are results.
 */
import type { FileFormat } from "./file-format"

export const metaAds: FileFormat = {
  provider: "meta_ads",
  recognizedBy: [["inline_link_clicks"], ["amount_spent"]],
  date: ["date", "date_start", "day", "reporting_starts"],
  exportByDay: "Export with the breakdown Day.",
  lastDay: { date_start: "date_stop", reporting_starts: "reporting_ends" },
  account: ["account_id"],
  accountId: (text) => (/^\d+$/.test(text) ? `act_${text}` : text),
  currency: ["account_currency", "currency"],
  dimensions: {
    campaign: { names: ["campaign_name"], ids: ["campaign_id"] },
    ad_group: { names: ["adset_name", "ad_set_name"], ids: ["adset_id", "ad_set_id"] },
    ad: { names: ["ad_name"], ids: ["ad_id"] },
  },
  metrics: {
    ad_clicks: ["inline_link_clicks", "link_clicks"],
    ad_impressions: ["impressions"],
    ad_spend: ["spend", "amount_spent"],
    ad_conversions: ["results"],
    ad_conversion_value: ["purchases_conversion_value"],
  },
}
