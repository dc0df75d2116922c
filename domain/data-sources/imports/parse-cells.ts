/**
 * Parses the numbers and dates of files. A number is 1,234.56 or 1.234,56, with or without a currency sign. A date has
 * the year first (2026-11-01, 20261101) or last (1/11/2026), with hyphens, slashes or points.
 */

export type DecimalMark = "." | ","

/**
 * Returns the number with a decimal point and no grouping. Null for an empty value. Undefined when the text is not a
 * number, or has too many digits.
 */
export function readNumber(text: string, mark: DecimalMark): string | null | undefined {
  const plain = withoutSpacesAndCurrency(text)
  if (emptyCellPattern.test(plain)) return null
  const match = patterns[mark].exec(plain)
  if (!match) return undefined
  const [, groupedInteger = "", fraction, exponent = ""] = match
  const integer = groupedInteger.replace(/[.,]/g, "")
  const decimal = fraction ? `${integer || "0"}.${fraction}` : integer
  const value = Number(`${decimal}${exponent}`)
  if (Math.abs(value) >= maxNumber) return undefined
  return exponent ? value.toFixed(6) : decimal
}

/** At most 15 digits before the decimal point. The column numeric(24, 6) stores 18, so that sums of values fit, too. */
const maxNumber = 1e15
const emptyCellPattern = /^(|-{1,2}|—|n\/?a|null|none|nan)$/i
/**
 * Digits must be grouped by three or not at all. A comma in another position is a mistake, not a thousands separator.
 * There must be a digit before or after the decimal mark.
 */
const patterns = {
  ".": /^(?=-?\.?\d)(-?(?:\d+|\d{1,3}(?:,\d{3})+)?)(?:\.(\d*))?(e[-+]?\d{1,2})?$/i,
  ",": /^(?=-?,?\d)(-?(?:\d+|\d{1,3}(?:\.\d{3})+)?)(?:,(\d*))?(e[-+]?\d{1,2})?$/i,
}

/** Applied to every number of a file before it is stored. They return undefined when the result has too many digits. */
export const transforms = {
  none: (value: string) => value,
  /** For files that contain natural logarithms of the values. */
  exp,
}
export type TransformName = keyof typeof transforms
export const transformNames = Object.keys(transforms) as TransformName[]

function exp(logarithm: string) {
  const value = Math.exp(Number(logarithm))
  return value < maxNumber ? value.toFixed(6) : undefined
}

/** The text without spaces, apostrophes and currency signs. */
export const withoutSpacesAndCurrency = (text: string) => text.replace(/[\s\u00a0\u202f'’]|\p{Sc}/gu, "")

/** `mdy`: 11/01/2026 is 1 November. `dmy`: it is 11 January. `ymd`: only dates that start with the year are read. */
export const dateOrders = ["mdy", "dmy", "ymd"] as const
export type DateOrder = (typeof dateOrders)[number]

/** Returns YYYY-MM-DD, or null when the text is not a date. A time after the date is ignored. */
export function readDate(text: string, order: DateOrder): string | null {
  const trimmed = text.trim()
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(trimmed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed)
  if (iso) return calendarDay(iso[1], iso[2], iso[3])
  const yearLast = yearLastPattern.exec(trimmed)
  if (!yearLast || order === "ymd") return null
  const [, first, second, year] = yearLast
  return order === "dmy" ? calendarDay(year, second, first) : calendarDay(year, first, second)
}

export const yearLastPattern = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].*)?$/

function calendarDay(year = "", month = "", day = "") {
  const isoDate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const date = new Date(`${isoDate}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(isoDate) ? isoDate : null
}
