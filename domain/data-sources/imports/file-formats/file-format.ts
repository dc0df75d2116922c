/**
 * Describes the export format of a platform: which column holds what. Column names are compared in snake_case. Lists of
 * columns are in order of preference.
 */
import type { Provider } from "@/domain/metrics/provider"

export type FileFormat = {
  provider: Provider
  /** Sets of columns that distinguish this export from all others. One of them is enough. */
  recognizedBy: string[][]
  date: string[]
  /** How to download the file with one line per day. The error about a file without dates shows it. */
  exportByDay?: string
  /** For lines that may cover several days: the column of the first day -> the column of the last day. */
  lastDay?: Record<string, string>
  account: string[]
  /** Returns the account's ID as the connector of the platform stores it. Exports may write it in another way. */
  accountId?(text: string): string
  currency: string[]
  dimensions: Record<string, DimensionColumns>
  /**
   * Stored metric -> columns that may hold it, in order of preference. Columns named `..._micros` are in millionths.
   */
  metrics: Record<string, string[]>
  /** Returns the names of an English column in other languages. `inAllLanguages` has added them to the lists above. */
  translationsOf?(name: string): string[]
}

/**
 * Columns that may hold a dimension, in order of preference. The name is stored. The id is stored if there is no name.
 */
export type DimensionColumns = { names: string[]; ids?: string[] }

/** Normalizes a column name: `Campaign ID`, `campaign-id` and `campaign_id` are the same column. */
export const columnName = (header: string) =>
  withoutCurrency(header)
    .normalize("NFC")
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")

/** The currency that a column name contains: `EUR` for `Amount spent (EUR)`. */
export const currencyOfColumn = (header: string) => currencyInParentheses.exec(header)?.[1]

const withoutCurrency = (header: string) => header.replace(currencyInParentheses, "")
const currencyInParentheses = /\(([A-Z]{3})\)\s*$/
