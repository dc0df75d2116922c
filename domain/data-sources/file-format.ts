/** What an importer must know of a platform's export: which column is what. Names are compared in snake_case. */
import type { Provider } from "./provider"

export type FileFormat = {
  provider: Provider
  /** Columns that tell this export from all others. */
  recognisedBy: string[]
  date: string[]
  account: string[]
  currency: string[]
  /** Dimension -> the columns that may hold it, the best first. */
  dimensions: Record<string, string[]>
  /** Stored figure -> the columns that may hold it; `perMillion` for amounts in micros. */
  figures: Record<string, { columns: string[]; perMillion?: true }>
}

/** `Campaign ID`, `campaign-id` and `campaign_id` are the same column. */
export const columnName = (header: string) =>
  header
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
