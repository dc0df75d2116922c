/**
 * Formats metric values for pages and signals: ratios as percentages, money with its currency, counts with thousands
 * separators.
 */
import type { Unit } from "./metric"

/**
 * `currency`: the ISO 4217 code of monetary values, null for all others. `id`: the metric. Needed for the return on ad
 * spend, which is shown as a multiple instead of a percentage.
 */
export type ValueFormat = { unit: Unit; currency: string | null; id?: string | undefined }

/** The return on ad spend is shown as the multiple "4.64×". The API returns it as the ratio 4.64, like other ratios. */
export const isMultiple = ({ id }: Pick<ValueFormat, "id">) => id === "ad_roas"

/** "1,180", "$12.40", "24.5%", "4.64×", "1 min 5 s", or a dash without a value. */
export function formatValue(value: number | null, format: ValueFormat): string {
  const { unit, currency } = format
  if (value === null) return "–"
  if (isMultiple(format)) return multiple(value)
  if (unit === "ratio") return percent(value)
  if (unit === "money") return money(value, currency ?? "USD")
  if (unit === "seconds") return duration(value)
  if (unit === "hours") return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} h`
  if (unit === "count" || unit === "number")
    return value.toLocaleString("en", { maximumFractionDigits: maxDecimals(value, unit) })
  // Ranks and scores.
  return value.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 2 })
}

/**
 * The maximum decimals of counts and numbers. Platforms split a conversion between ads, so counts can have decimals.
 * Values from 10 are shown without. `largest`: the value, or the largest one of a column.
 */
export function maxDecimals(largest: number, unit: "count" | "number") {
  if (Math.abs(largest) >= 10) return 0
  return unit === "count" ? 1 : 2
}

/** The short form for narrow spaces: 12.4K instead of 12,400, 24% instead of 24.0%, and 3 min instead of 3 min 0 s. */
export function formatShort(value: number, format: ValueFormat): string {
  const { unit, currency } = format
  if (isMultiple(format)) return multiple(value, 0)
  if (unit === "ratio") return value.toLocaleString("en", { style: "percent", maximumFractionDigits: 2 })
  if (unit === "seconds") return value >= 60 && value % 60 === 0 ? `${value / 60} min` : `${value} s`
  if (unit === "hours") return `${value} h`
  // The steps of an axis for small values, such as $0.02 and $0.04, need more decimals to have different labels.
  const digits = Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }
  const short = { notation: "compact", ...digits } as const
  return unit === "money"
    ? value.toLocaleString("en", { style: "currency", currency: currency ?? "USD", ...short })
    : value.toLocaleString("en", short)
}

/** "4.64×" */
const multiple = (value: number, minDigits = 2) =>
  `${value.toLocaleString("en", { minimumFractionDigits: minDigits, maximumFractionDigits: 2 })}×`

/** "60.6%", or "61%" with `digits` 0 */
export const percent = (ratio: number, digits = 1) =>
  ratio.toLocaleString("en", { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits })

/** "64 to 93%" */
export const percentRange = ({ low, high }: { low: number; high: number }) =>
  `${percent(low, 0).slice(0, -1)} to ${percent(high, 0)}`

/** 2 for most currencies, 0 for currencies without cents such as JPY. */
export function currencyDecimals(currency: string | null) {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: currency ?? "USD",
  }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

function money(value: number, currency: string) {
  const digits = Math.abs(value) >= 1_000 ? 0 : currencyDecimals(currency)
  return value.toLocaleString("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

function duration(seconds: number) {
  const minutes = Math.floor(Math.round(seconds) / 60)
  const rest = `${Math.round(seconds) % 60} s`
  return minutes > 0 ? `${minutes} min ${rest}` : rest
}
