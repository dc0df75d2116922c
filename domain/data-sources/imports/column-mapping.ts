/** Changes what the columns of a format mean, as a user has chosen for one file. */
import { dimensions } from "@/domain/metrics/dimension"
import type { FileFormat } from "./file-formats/file-format"
import { importableMetrics } from "./file-formats/generic"
import type { FoundColumns } from "./layout"

const roles = ["ignored", "date", "account", "currency"] as const
/** What a column of a file is used for: `ignored`, `date`, `metric:ad_clicks`, `dimension:campaign`. */
export const columnUses = [
  ...roles,
  ...importableMetrics.map((id) => `metric:${id}`),
  ...dimensions.filter((dimension) => !dimension.is_always_available).map(({ id }) => `dimension:${id}`),
] as [string, ...string[]]

/** Column name in snake_case -> its use. */
export type ColumnMapping = Record<string, string>

/** Returns the format with the chosen uses. Every column that is not in `mapping` keeps its use. */
export function withMapping(format: FileFormat, mapping: ColumnMapping = {}): FileFormat {
  let changed = format
  for (const [column, use] of Object.entries(mapping)) changed = withUse(withoutColumn(changed, column), column, use)
  return changed
}

/** Keeps `lastDay`: without it, the total of several days would be stored on the first of them. */
function withoutColumn(format: FileFormat, column: string): FileFormat {
  const withoutName = (columns: string[] = []) => columns.filter((name) => name !== column)
  return {
    ...format,
    date: withoutName(format.date),
    account: withoutName(format.account),
    currency: withoutName(format.currency),
    dimensions: mapValues(format.dimensions, ({ names, ids }) => ({
      names: withoutName(names),
      ids: withoutName(ids),
    })),
    metrics: mapValues(format.metrics, withoutName),
  }
}

/** Puts the column first, so that it is preferred to the format's own columns. */
function withUse(format: FileFormat, column: string, use: string): FileFormat {
  const [kind = "", id = ""] = use.split(":")
  if (kind === "metric")
    return { ...format, metrics: { ...format.metrics, [id]: [column, ...(format.metrics[id] ?? [])] } }
  if (kind === "dimension") {
    const { names = [], ids = [] } = format.dimensions[id] ?? {}
    return { ...format, dimensions: { ...format.dimensions, [id]: { names: [column, ...names], ids } } }
  }
  if (kind === "date" || kind === "account" || kind === "currency")
    return { ...format, [kind]: [column, ...format[kind]] }
  return format
}

const mapValues = <In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Returns the use of each column of a header, in the order of the columns. */
export function describeUses(width: number, found: FoundColumns): string[] {
  const uses = Array.from({ length: width }, () => "ignored")
  const setUse = (index: number | null, use: string) => {
    if (index !== null) uses[index] = use
  }
  for (const role of ["date", "account", "currency"] as const) setUse(found[role], role)
  setUse(found.lastDay, "date")
  for (const { dimension, name, id } of found.dimensions) {
    setUse(id, `dimension:${dimension}`)
    setUse(name, `dimension:${dimension}`)
  }
  for (const { id, index } of found.metrics) setUse(index, `metric:${id}`)
  return uses
}
