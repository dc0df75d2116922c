/** Formats the dates of chart axes, and the units of charts. */
import type { ValueFormat } from "@/domain/metrics/format-value"

/** Formats a calendar date, such as 12 Nov. Uses UTC, so that no time zone shifts the date. */
export const dayLabel = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** The unit that the values themselves do not name, beside the title. */
export function unitLabel({ unit, currency }: ValueFormat): string {
  if (unit === "money") return `in ${currency ?? "USD"}`
  if (unit === "rank") return "1 is the best position"
  return ""
}
