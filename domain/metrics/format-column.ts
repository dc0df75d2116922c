/**
 * Chooses one number format for all values of a column, so that its decimals and units line up: "$1,204" above "$980",
 * never "$1,204" above "$980.50".
 */
import { currencyDecimals, formatValue, isMultiple, maxDecimals, type ValueFormat } from "./format-value"

export type ColumnFormat = ValueFormat & {
  /** Digits after the decimal point, in the unit that is shown: percent for ratios. */
  decimals: number
  /** Durations of the column are shown in minutes and seconds instead of seconds. */
  hasMinutes: boolean
}

/** `values`: all values of the column, totals included. */
export function columnFormat(values: readonly (number | null)[], format: ValueFormat): ColumnFormat {
  const numbers = values.filter((value) => value !== null)
  const largest = Math.max(0, ...numbers.map(Math.abs))
  return { ...format, decimals: decimalsOf(numbers, largest, format), hasMinutes: largest >= 60 }
}

function decimalsOf(numbers: readonly number[], largest: number, { unit, currency }: ValueFormat): number {
  const isWhole = numbers.every(Number.isInteger)
  switch (unit) {
    case "money":
      return largest >= 1_000 ? 0 : currencyDecimals(currency)
    case "ratio":
      // Small rates such as a click-through rate of 0.42% need a second decimal.
      return largest > 0 && largest < 0.01 ? 2 : 1
    case "count":
    case "number":
      return isWhole ? 0 : maxDecimals(largest, unit)
    case "seconds":
      return 0
    default:
      return 1
  }
}

/** Formats one value of a column. A dash without a value. */
export function formatInColumn(value: number | null, format: ColumnFormat): string {
  // A multiple always has two decimals.
  if (value === null || isMultiple(format)) return formatValue(value, format)
  const { unit, currency, decimals, hasMinutes } = format
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  if (unit === "ratio") return value.toLocaleString("en", { style: "percent", ...digits })
  if (unit === "money") return value.toLocaleString("en", { style: "currency", currency: currency ?? "USD", ...digits })
  if (unit === "seconds") return hasMinutes ? minutesAndSeconds(value) : `${Math.round(value)} s`
  const text = value.toLocaleString("en", digits)
  return unit === "hours" ? `${text} h` : text
}

function minutesAndSeconds(value: number) {
  const seconds = Math.round(Math.abs(value))
  return `${value < 0 ? "-" : ""}${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`
}
