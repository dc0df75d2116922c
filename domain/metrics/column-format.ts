/** Formats the values of a table column with the same number of digits, so that they can be compared at a glance. */
import { formatValue, percent, type ValueFormat } from "./format-value"

/** Amounts from here on have no cents, unless the column also has amounts below 10. */
const wholeFrom = 1_000
const centsBelow = 10

/** Returns the format of a column with these values: "12.0" beside "9.5", and "€1,580" beside "€799". */
export function columnFormat(
  values: readonly (number | null)[],
  column: ValueFormat,
): (value: number | null) => string {
  const sizes = values.filter((value) => value !== null && value !== 0).map((value) => Math.abs(value as number))
  const digits = digitsOf(sizes, column)
  if (digits === null) return (value) => formatValue(value, column)
  const number = new Intl.NumberFormat("en", {
    ...(column.unit === "money" && { style: "currency", currency: column.currency ?? "USD" }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const format = column.unit === "ratio" ? percent : (value: number) => number.format(value)
  const suffix = column.unit === "hours" ? " h" : ""
  return (value) => (value === null ? "–" : `${format(value)}${suffix}`)
}

/** Null for durations, which have no decimals. */
function digitsOf(sizes: number[], { unit }: ValueFormat): number | null {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)]
  if (unit === "seconds") return null
  if (unit === "money") return largest >= wholeFrom && smallest >= centsBelow ? 0 : 2
  if (unit === "count" || unit === "hours") return sizes.every(Number.isInteger) || largest >= wholeFrom ? 0 : 1
  return unit === "number" ? (sizes.every(Number.isInteger) ? 0 : 2) : 1
}
