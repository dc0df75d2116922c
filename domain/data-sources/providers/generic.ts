/** Any file of daily figures: columns that are named like metrics of the catalogue, and dimensions beside them. */
import { catalogue, findMetric } from "@/domain/metrics/catalogue"
import { dimensions } from "@/domain/metrics/dimension"
import { columnName, type FileFormat } from "../file-format"
import { ImportRefused } from "../import-refused"

/** `metric` says what the figures of a file are whose columns do not: a series with the columns ds and y, say. */
export function generic(header: string[], metric?: string): FileFormat {
  const names = header.map(columnName)
  const figures = Object.fromEntries(
    names.filter((name) => isImportable(name)).map((name) => [name, { columns: [name] }]),
  )
  if (metric !== undefined) Object.assign(figures, { [metric]: { columns: [theOneColumn(names, metric)] } })
  return {
    provider: "csv",
    recognisedBy: [],
    date: dateColumns,
    account: [],
    currency: ["currency", "currency_code"],
    dimensions: Object.fromEntries(dimensions.filter((d) => !d.is_always_available).map((d) => [d.id, [d.id]])),
    figures,
  }
}

const dateColumns = ["date", "ds", "day"]

/** Ratios are computed from their parts: as a column of their own they could not be added up. */
const isImportable = (metric: string) => {
  const known = findMetric(metric)
  return known?.answered_by === "metrics" && known.aggregation !== "ratio"
}

const importableMetrics = catalogue.filter((m) => isImportable(m.id)).map((m) => m.id)

function theOneColumn(names: string[], metric: string) {
  if (!isImportable(metric)) throw new ImportRefused(`--metric ${metric}: give one of ${importableMetrics.join(", ")}.`)
  if (names.includes(metric)) return metric
  const known = new Set([
    ...dateColumns,
    ...dimensions.map((d) => d.id),
    "currency",
    "currency_code",
    ...importableMetrics,
  ])
  const [column, ...others] = names.filter((name) => !known.has(name))
  if (column === undefined || others.length > 0)
    throw new ImportRefused(
      `--metric ${metric}: the file needs one column of figures beside its date, or one that is named ${metric}; its columns are ${names.join(", ")}.`,
    )
  return column
}
