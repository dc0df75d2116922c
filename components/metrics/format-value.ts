/** Formats metrics: ratios as percentages, money with its currency, counts with thousands separators. */
import type { Data } from "@/components/api/types"

export type Column = Pick<Data<"clients", "queryMetrics">["columns"][number], "unit" | "currency">

export function formatValue(value: number | null, { unit, currency }: Column): string {
  if (value === null) return "–"
  if (unit === "ratio") return percent(value)
  if (unit === "money") return money(value, currency ?? "USD")
  if (unit === "seconds") return duration(value)
  if (unit === "hours") return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} h`
  if (unit === "count") return value.toLocaleString("en", { maximumFractionDigits: 1 })
  return value.toLocaleString("en", { minimumFractionDigits: unit === "number" ? 0 : 1, maximumFractionDigits: 2 })
}

/** The short form for narrow spaces: 12.4K instead of 12,400, and 24% instead of 24.0%. */
export function formatShort(value: number, { unit, currency }: Column): string {
  if (unit === "ratio") return value.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 })
  const short = { notation: "compact", maximumFractionDigits: 1 } as const
  return unit === "money"
    ? value.toLocaleString("en", { style: "currency", currency: currency ?? "USD", ...short })
    : value.toLocaleString("en", short)
}

/** "60.6%", or "61%" with `digits` 0 */
export const percent = (ratio: number, digits = 1) =>
  ratio.toLocaleString("en", { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits })

/** "64 to 93%" */
export const percentRange = ({ low, high }: { low: number; high: number }) =>
  `${percent(low, 0).slice(0, -1)} to ${percent(high, 0)}`

function money(value: number, currency: string) {
  const digits = Math.abs(value) >= 1_000 ? 0 : 2
  return value.toLocaleString("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

function duration(seconds: number) {
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.round(seconds)} s`
}
