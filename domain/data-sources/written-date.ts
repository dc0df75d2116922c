/** Dates as files write them. */

export type DateOrder = "day_first" | "month_first"

/** Decides by the dates of a sample whether 03/04 is in April or in March; April when both could be. */
export function dateOrderOf(sample: string[]): DateOrder {
  const isMonthFirst = sample.some((text) => Number(slashed.exec(text.trim())?.[2] ?? 0) > 12)
  return isMonthFirst ? "month_first" : "day_first"
}

/** YYYY-MM-DD, or null when it is no date. A time of day after it is left out. */
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
