/** Where figures come from. `csv` is any file that is none of the others' exports. */
export const providers = [
  "ga4",
  "search_console",
  "google_ads",
  "meta_ads",
  "microsoft_ads",
  "bing_webmaster",
  "csv",
  "bigquery",
] as const
export type Provider = (typeof providers)[number]
