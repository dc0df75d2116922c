/** Format of the file Dates.csv in the performance export of Google Search Console. */
import type { FileFormat } from "./file-format"

export const searchConsole: FileFormat = {
  provider: "search_console",
  recognizedBy: [["clicks", "impressions", "ctr", "position"]],
  date: ["date"],
  exportByDay: "Import the file Dates.csv of the export.",
  account: [],
  currency: [],
  dimensions: {
    query: { names: ["query", "top_queries"] },
    page: { names: ["page", "top_pages"] },
    country: { names: ["country"] },
    device: { names: ["device"] },
  },
  metrics: {
    search_clicks: ["clicks"],
    search_impressions: ["impressions"],
    search_position: ["position"],
  },
}
