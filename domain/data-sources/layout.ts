/** Maps the header of a file to a format: which column holds what, and which columns are ignored. */
import { findMetric } from "@/domain/metrics/catalogue"
import { weightedSumOf, weightOf } from "@/domain/metrics/metric"
import type { Provider } from "@/domain/metrics/provider"
import { columnName, type FileFormat } from "./file-format"
import { ImportRefused } from "./import-refused"

/** `expression` aggregates the metric over lines; m0, m1, ... are the numeric columns. */
type Figure = { base: string; isUnique: boolean; expression: string }

export type Layout = {
  provider: Provider
  width: number
  date: number
  account: number | null
  currency: number | null
  dimensions: { id: string; index: number }[]
  /** Numeric columns: m0, m1, ... */
  numbers: { name: string; index: number }[]
  figures: Figure[]
  ignored: string[]
}

export function layOut(header: string[], format: FileFormat): Layout {
  const names = header.map(columnName)
  const find = (columns: string[]) => columns.map((column) => names.indexOf(column)).find((index) => index >= 0)
  const date = find(format.date)
  if (date === undefined) throw missing([format.date[0] ?? "date"], header)
  const figures = Object.entries(format.figures).map(([id, { columns, perMillion }]) => ({
    id,
    columns,
    index: find(columns) ?? -1,
    perMillion,
  }))
  const lacking = figures.filter((figure) => figure.index < 0)
  if (lacking.some((figure) => ["ad_clicks", "ad_impressions", "ad_spend"].includes(figure.id)))
    throw missing(
      lacking.map((figure) => figure.columns[0] ?? ""),
      header,
    )
  const found = figures.filter((figure) => figure.index >= 0)
  const numbers = found.map(({ index }) => ({ name: header[index] ?? "", index }))
  const dimensions = Object.entries(format.dimensions)
    .map(([id, columns]) => ({ id, index: find(columns) ?? -1 }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const [account, currency] = [find(format.account) ?? null, find(format.currency) ?? null]
  const stored = figuresOf(found.map((figure, n) => ({ ...figure, column: `m${n}` })))
  if (stored.length === 0) throw noFigures(header)
  const used = new Set([date, account, currency, ...[...dimensions, ...numbers].map(({ index }) => index)])
  const ignored = header.filter((_, index) => !used.has(index))
  return {
    provider: format.provider,
    width: header.length,
    date,
    account,
    currency,
    dimensions,
    numbers,
    figures: stored,
    ignored,
  }
}

/**
 * Builds the expression of each metric. A weighted mean is left out when its weight column is missing, because it could
 * not be aggregated.
 */
function figuresOf(found: { id: string; column: string; perMillion: true | undefined }[]): Figure[] {
  return found.flatMap(({ id, column, perMillion }): Figure[] => {
    const metric = findMetric(id)
    const plain = { base: id, isUnique: false, expression: `sum(${column})${perMillion ? " * 0.000001" : ""}` }
    if (metric?.aggregation === "unique")
      return [{ base: id, isUnique: true, expression: `CASE WHEN count(${column}) = 1 THEN max(${column}) END` }]
    if (metric?.aggregation !== "weighted_mean") return [plain]
    const weight = found.find((other) => other.id === metric.denominator)?.column
    if (!weight) return []
    return [
      { ...plain, base: weightedSumOf(id), expression: `sum(${column} * ${weight})` },
      { ...plain, base: weightOf(id), expression: `sum(${weight}) FILTER (WHERE ${column} IS NOT NULL)` },
    ]
  })
}

const missing = (columns: string[], header: string[]) =>
  new ImportRefused(`The file has no column named ${columns.join(", ")}. Its columns are ${header.join(", ")}.`)

const noFigures = (header: string[]) =>
  new ImportRefused(
    `No column has the name of a metric, so the file cannot be imported automatically. Specify the metric with --metric, for example --metric sessions. The columns are ${header.join(", ")}.`,
  )
