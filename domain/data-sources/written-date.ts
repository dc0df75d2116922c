/** Parses dates as they are written in files. */

export type DateOrder = "day_first" | "month_first"

/**
 * Detects from a sample whether 03/04 is a day in April (day first) or in March (month first). Day first when both are
 * possible.
 */
export function dateOrderOf(sample: string[]): DateOrder {
  const isMonthFirst = sample.some((text) => Number(slashed.exec(text.trim())?.[2] ?? 0) > 12)
  return isMonthFirst ? "month_first" : "day_first"
}

/** Returns YYYY-MM-DD, or null when the text is not a date. A time after the date is ignored. */
export function readDate(text: string, order: DateOrder): string | null {
  const trimmed = text.trim()
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(trimmed) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed)
  if (iso) return calendarDay(iso[1], iso[2], iso[3])
  const other = slashed.exec(trimmed)
  if (!other) return null
  return order === "day_first" ? calendarDay(other[3], other[2], other[1]) : calendarDay(other[3], other[1], other[2])
}

const slashed = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].*)?$/

function calendarDay(year = "", month = "", day = "") {
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const read = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written) ? written : null
}
