/**
 * Format of any other file of daily metrics: the columns are named like metrics and dimensions of the catalogue. A file
 * with an amount spent is about advertising, so its clicks and impressions are those of ads.
 */
import { catalogue, findMetric } from "@/domain/metrics/catalogue"
import { dimensions } from "@/domain/metrics/dimension"
import { ImportError } from "../import-error"
import { columnName, type FileFormat } from "./file-format"

/**
 * `metric` names the metric of the only column that is not recognized, such as `y` in a file with the columns `ds` and
 * `y`.
 */
export function genericFormat(header: string[], metric?: string): FileFormat {
  const names = header.map(columnName)
  const metrics = {
    ...(metric === undefined ? adMetrics(names) : {}),
    ...Object.fromEntries(names.filter((name) => isImportable(name)).map((name) => [name, [name]])),
  }
  if (metric !== undefined) Object.assign(metrics, { [metric]: [valueColumnOf(names, metric)] })
  return {
    provider: "csv",
    recognizedBy: [],
    date: genericDateColumns,
    account: [],
    currency: genericCurrencyColumns,
    dimensions: Object.fromEntries(
      dimensions.filter((dimension) => !dimension.is_always_available).map(({ id }) => [id, { names: [id] }]),
    ),
    metrics,
  }
}

/** Usual column names in files about advertising. Without an amount spent, clicks could also be those of a search. */
const adColumns: Record<string, string[]> = {
  ad_spend: ["ad_spend", "spend", "cost", "amount_spent"],
  ad_impressions: ["impressions", "impr"],
  ad_clicks: ["clicks"],
  ad_conversions: ["conversions"],
}

function adMetrics(names: string[]): Record<string, string[]> {
  if (!adColumns["ad_spend"]?.some((column) => names.includes(column))) return {}
  return Object.fromEntries(
    Object.entries(adColumns).filter(([_, columns]) => columns.some((column) => names.includes(column))),
  )
}

export const genericDateColumns = ["date", "ds", "day"]
export const genericCurrencyColumns = ["currency", "currency_code"]

/** Ratio columns are not importable, because ratios cannot be summed. They are computed from their parts. */
function isImportable(metric: string) {
  const knownMetric = findMetric(metric)
  return knownMetric?.answered_by === "metrics" && knownMetric.aggregation !== "ratio"
}

export const importableMetrics = catalogue.map(({ id }) => id).filter(isImportable)

function valueColumnOf(names: string[], metric: string) {
  if (!isImportable(metric))
    throw new ImportError(`The metric ${metric} cannot be imported. Use one of ${importableMetrics.join(", ")}.`)
  if (names.includes(metric)) return metric
  const recognizedColumns = new Set([
    ...genericDateColumns,
    ...dimensions.map(({ id }) => id),
    ...genericCurrencyColumns,
    ...importableMetrics,
  ])
  const [column, ...extraColumns] = names.filter((name) => !recognizedColumns.has(name))
  if (column === undefined || extraColumns.length > 0)
    throw new ImportError(
      `The column with ${metric} is not known. The file must have a column named ${metric}, or exactly one column besides dates, dimensions and known metrics. Its columns are ${names.join(", ")}.`,
    )
  return column
}
