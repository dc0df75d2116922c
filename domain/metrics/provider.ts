/** Lists the platforms that metrics come from. `csv` is any file that is not a platform's export. */
export const providers = [
  "ga4",
  "search_console",
  "google_ads",
  "meta_ads",
  "microsoft_ads",
  "bing_webmaster",
  "csv",
] as const
export type Provider = (typeof providers)[number]

export const providerLabels: Record<Provider, string> = {
  ga4: "Google Analytics",
  search_console: "Google Search Console",
  google_ads: "Google Ads",
  meta_ads: "Meta Ads",
  microsoft_ads: "Microsoft Ads",
  bing_webmaster: "Bing Webmaster Tools",
  csv: "File",
}
