/** Describes the export format of a platform: which column holds what. Column names are compared in snake_case. */
import type { Provider } from "@/domain/metrics/provider"

export type FileFormat = {
  provider: Provider
  /** Columns that distinguish this export from all others. */
  recognisedBy: string[]
  date: string[]
  account: string[]
  currency: string[]
  /** Dimension -> columns that may hold it, in order of preference. */
  dimensions: Record<string, string[]>
  /** Stored metric -> columns that may hold it. `perMillion` marks amounts in micros. */
  figures: Record<string, { columns: string[]; perMillion?: true }>
}

/** Normalizes a column name: `Campaign ID`, `campaign-id` and `campaign_id` are the same column. */
export const columnName = (header: string) =>
  header
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
