/** Names the unit of a chart. */
import type { ValueFormat } from "@/domain/metrics/format-value"

/** The unit that the values themselves do not name, beside the title. */
export function unitLabel({ unit, currency }: ValueFormat): string {
  if (unit === "money") return `in ${currency ?? "USD"}`
  if (unit === "rank") return "1 is the best position"
  return ""
}
