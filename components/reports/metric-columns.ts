/** Chooses what a table of metrics shows: the formats of its columns, and which of them have a bar or a change. */
import { isSum } from "@/domain/metrics/catalogue"
import { columnFormat } from "@/domain/metrics/format-column"
import { isMultiple } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

export type Values = WidgetData["totals"]
type Column = WidgetData["columns"][number]
type Dimension = WidgetData["dimensions"][number]
export type FormattedColumn = { id: string; label: string; format: ReturnType<typeof columnFormat> }
/** Returns the share of a row. Null for a row without a value. */
type ShareOf = (values: Values) => number | null

/** All values of a column have the same number of decimals, so the format depends on all of them. */
export const formattedColumns = ({ columns, rows, other, totals }: WidgetData): FormattedColumn[] =>
  columns.map((column) => {
    const values = [...rows.map((row) => row.values), ...(other ? [other] : []), totals]
    const amounts = values.map((row) => row[column.id]?.value ?? null)
    return { id: column.id, label: column.label, format: columnFormat(amounts, asCount(column)) }
  })

/** Conversions are numbers, because a platform may split one between ads. Readers count them. */
const asCount = (column: Column): Column =>
  column.unit === "number" && isSum(column.id) ? { ...column, unit: "count" } : column

/**
 * The dimension that names the rows, and the others, which stand below the name. It is the one with the most values:
 * campaigns of two providers are named by the campaign.
 */
export function dimensionsOfRows({ dimensions, rows }: Pick<WidgetData, "dimensions" | "rows">) {
  const valuesOf = ({ id }: Dimension) => new Set(rows.map(({ dims }) => dims[id])).size
  const [main, ...others] = dimensions.toSorted((a, b) => valuesOf(b) - valuesOf(a))
  return { main, others }
}

/** The column whose changes the table shows: its last one. A wide table has no space for more. */
export function comparedColumn({ columns, totals }: WidgetData): Column | undefined {
  const last = columns.at(-1)
  return last && totals[last.id]?.delta_abs != null ? last : undefined
}

/** The change of a row as the table shows it: absolute for a ratio, and relative for other metrics. */
export function changeOf(column: Column | undefined, values: Values): number | null {
  const value = values[column?.id ?? ""]
  if (!column || !value) return null
  return column.unit === "ratio" && !isMultiple(column) ? value.delta_abs : value.delta_rel
}

/** Rows may be rounded, so that their sum differs from the total by this share of it. */
const maxRoundingError = 0.005

/**
 * Returns a function for the share of a row in the total. Undefined for a table of several metrics or dimensions, and
 * for metrics whose rows do not add up to the total, such as users or averages.
 */
export function sharesOf({ columns, dimensions, rows, totals, other }: WidgetData): ShareOf | undefined {
  const [column] = columns
  if (!column || columns.length > 1 || dimensions.length !== 1 || rows.length < 2) return undefined
  const amountOf = (values: Values) => values[column.id]?.value ?? null
  const total = amountOf(totals) ?? 0
  const parts = rows.map(({ values }) => amountOf(values) ?? 0)
  if (other) parts.push(amountOf(other) ?? 0)
  const sum = parts.reduce((added, part) => added + part, 0)
  const addsUp = Math.abs(sum - total) <= total * maxRoundingError
  if (total <= 0 || !addsUp || parts.some((part) => part < 0)) return undefined
  return (values) => {
    const amount = amountOf(values)
    return amount === null ? null : amount / total
  }
}

/**
 * In a table of several metrics, the first one has bars. Returns a function for the length of a row's bar: its part of
 * the longest one. Undefined for other tables, and for metrics that are not amounts.
 */
export function barsOf({ columns, rows }: Pick<WidgetData, "columns" | "rows">): ShareOf | undefined {
  const [column, ...others] = columns
  if (!column || others.length === 0 || rows.length < 2 || !isSum(column.id)) return undefined
  const amounts = rows.map(({ values }) => values[column.id]?.value ?? 0)
  const longest = Math.max(...amounts)
  if (longest <= 0 || amounts.some((amount) => amount < 0)) return undefined
  return (values) => {
    const amount = values[column.id]?.value ?? null
    return amount === null ? null : amount / longest
  }
}
