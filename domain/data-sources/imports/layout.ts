/** Maps the header of a file to a format: which column holds what, and which columns are ignored. */
import { findMetric, isDistinctCount, isMoney } from "@/domain/metrics/catalogue"
import { weightedSumOf, weightOf } from "@/domain/metrics/metric"
import type { Provider } from "@/domain/metrics/provider"
import { columnName, currencyOfColumn, type FileFormat } from "./file-formats/file-format"
import { ImportError, UnknownMetricError } from "./import-error"

/** `expression`: SQL that aggregates the stored metric over lines, from the columns m0, m1, ... of `incoming_line`. */
type MetricColumn = { storedMetric: string; isDistinctCount: boolean; expression: string }

export type Layout = {
  provider: Provider
  width: number
  /** Indexes of columns. */
  date: number
  lastDay: number | null
  account: number | null
  currency: number | null
  dimensions: { dimension: string; name: number | null; id: number | null }[]
  /** The columns with numbers, which `incoming_line` stores as m0, m1, ... */
  numbers: { name: string; index: number; canBeNegative: boolean }[]
  metrics: MetricColumn[]
  ignored: string[]
  /** The currency in the names of columns, such as `Amount spent (EUR)`. */
  currencyOfColumns: string | undefined
  accountId(text: string): string
}

/** Columns of the file by their meaning. A date of null means that no column contains a date. */
export type FoundColumns = Pick<Layout, "lastDay" | "account" | "currency" | "dimensions"> & {
  date: number | null
  /** Every metric of the format. `index` is null when the file does not have it. */
  metrics: { id: string; columns: string[]; index: number | null }[]
}

/** Finds the columns of the format in the header, without checking that they suffice. */
export function findColumns(header: string[], format: FileFormat): FoundColumns {
  const names = header.map(columnName)
  const find = (columns: string[] = []): number | null =>
    columns.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? null
  const date = find(format.date)
  return {
    date,
    lastDay: date === null ? null : find([format.lastDay?.[names[date] ?? ""] ?? ""]),
    account: find(format.account),
    currency: find(format.currency),
    dimensions: Object.entries(format.dimensions)
      .map(([dimension, { names, ids }]) => ({ dimension, name: find(names), id: find(ids) }))
      .filter(({ name, id }) => name !== null || id !== null)
      .sort((a, b) => (a.dimension < b.dimension ? -1 : 1)),
    metrics: Object.entries(format.metrics).map(([id, columns]) => ({ id, columns, index: find(columns) })),
  }
}

/**
 * Throws ImportError when the file has no date, no metric, only a part of the metrics of an ads platform, two used
 * columns of the same name, or columns in two currencies.
 */
export function resolveLayout(header: string[], format: FileFormat): Layout {
  const { date, lastDay, account, currency, dimensions, metrics } = findColumns(header, format)
  if (date === null) throw missingColumns([format.date[0] ?? "date"], header, format.exportByDay)
  requireCompleteAds(metrics, header)
  const present = metrics.flatMap(({ id, index }) => (index === null ? [] : [{ id, index }]))
  const importable = present.filter(({ id }) => hasWeight(id, present))
  if (importable.length === 0) throw present[0] ? missingWeight(present[0], header) : missingMetrics(header)
  const names = header.map(columnName)
  const metricColumns = metricColumnsOf(
    importable.map(({ id, index }, position) => ({ id, column: `m${position}`, isMicros: isMicros(names[index]) })),
  )
  const used = new Set<number | null>([date, lastDay, account, currency])
  for (const { name, id } of dimensions) used.add(name).add(id)
  for (const { index } of importable) used.add(index)
  requireUniqueNames(names, used, header)
  return {
    provider: format.provider,
    width: header.length,
    date,
    lastDay,
    account,
    currency,
    dimensions,
    numbers: importable.map(({ id, index }) => ({ name: header[index] ?? "", index, canBeNegative: isMoney(id) })),
    metrics: metricColumns,
    ignored: header.filter((_, index) => !used.has(index)),
    currencyOfColumns: findCurrency(importable.map(({ index }) => header[index] ?? "")),
    accountId: format.accountId ?? ((text) => text),
  }
}

/** An export of ads without one of these is incomplete. */
const requiredAdMetrics = new Set(["ad_clicks", "ad_impressions", "ad_spend"])

function requireCompleteAds(metrics: FoundColumns["metrics"], header: string[]) {
  const lacking = metrics.filter(({ id, index }) => index === null && requiredAdMetrics.has(id))
  const columns = lacking.map((metric) => metric.columns[0] ?? metric.id)
  if (columns.length > 0) throw missingColumns(columns, header)
}

const isMicros = (name = "") => name.endsWith("_micros")

function findCurrency(header: string[]) {
  const [currency, other] = new Set(header.map(currencyOfColumn).filter((code) => code !== undefined))
  if (other)
    throw new ImportError(`The columns are in two currencies, ${currency} and ${other}. Export them separately.`)
  return currency
}

/** The metric that a weighted mean is weighted with, or undefined for other metrics. */
function weightMetricOf(id: string) {
  const metric = findMetric(id)
  return metric?.aggregation === "weighted_mean" ? (metric.denominator ?? undefined) : undefined
}

/** False for a weighted mean whose weight column is missing, because it could not be aggregated. */
function hasWeight(id: string, present: readonly { id: string }[]) {
  const weight = weightMetricOf(id)
  return weight === undefined || present.some((metric) => metric.id === weight)
}

type ImportedMetric = { id: string; column: string; isMicros: boolean }

/** Builds the expression of each stored metric. Every weighted mean has its weight in `metrics` (`hasWeight`). */
const metricColumnsOf = (metrics: ImportedMetric[]): MetricColumn[] =>
  metrics.flatMap((metric) => {
    if (isDistinctCount(metric.id)) return [distinctCount(metric)]
    const weightColumn = metrics.find(({ id }) => id === weightMetricOf(metric.id))?.column
    return weightColumn ? weightedMeanParts(metric, weightColumn) : [plainSum(metric)]
  })

const plainSum = ({ id, column, isMicros }: ImportedMetric): MetricColumn => ({
  storedMetric: id,
  isDistinctCount: false,
  expression: `sum(${column})${isMicros ? " * 0.000001" : ""}`,
})

/** Counts of distinct people cannot be added, so the count of several lines is unknown. */
const distinctCount = ({ id, column }: ImportedMetric): MetricColumn => ({
  storedMetric: id,
  isDistinctCount: true,
  expression: `case when count(${column}) = 1 then max(${column}) end`,
})

/** A mean cannot be summed, so its weighted sum and its weight are stored. */
const weightedMeanParts = ({ id, column }: ImportedMetric, weightColumn: string): MetricColumn[] => [
  { storedMetric: weightedSumOf(id), isDistinctCount: false, expression: `sum(${column} * ${weightColumn})` },
  {
    storedMetric: weightOf(id),
    isDistinctCount: false,
    expression: `sum(${weightColumn}) filter (where ${column} is not null)`,
  },
]

function missingColumns(columns: string[], header: string[], advice?: string) {
  const detail = `The file has no column named ${columns.join(", ")}. Its columns are ${header.join(", ")}.`
  return new ImportError(advice ? `${detail} ${advice}` : detail, { kind: "columns" })
}

/** Two used columns with one name may differ, and only one of them would be imported. */
function requireUniqueNames(names: string[], used: ReadonlySet<number | null>, header: string[]) {
  const duplicate = names.findIndex((name, index) => used.has(index) && names.lastIndexOf(name) !== index)
  if (duplicate >= 0)
    throw new ImportError(`The file has two columns named ${header[duplicate]}. Rename or delete one of them.`, {
      kind: "columns",
    })
}

function missingWeight({ id, index }: { id: string; index: number }, header: string[]) {
  const detail = `${header[index]} is a mean, so it can only be imported together with ${weightMetricOf(id)}.`
  return new ImportError(`${detail} Add that column to the file.`, { kind: "columns" })
}

const missingMetrics = (header: string[]) =>
  new UnknownMetricError(
    `No column has the name of a metric, so the metric of the values is not known. The columns are ${header.join(", ")}.`,
  )
