/** A file in the format `generic`, and the column names of this format. The upload page and its guide show both. */
import { dimensions } from "@/domain/metrics/dimension"
import { genericCurrencyColumns, genericDateColumns, importableMetrics } from "./file-formats/generic"

export const exampleFile = `date,channel,sessions,revenue
2026-11-01,Organic Search,412,1830.50
2026-11-01,Email,96,742.00
2026-11-02,Organic Search,398,1655.25`

/** What a column contains -> the names that it may have. */
export const genericColumns: Record<"date" | "metrics" | "dimensions" | "currency", readonly string[]> = {
  date: genericDateColumns,
  metrics: importableMetrics,
  dimensions: dimensions.filter((dimension) => !dimension.is_always_available).map(({ id }) => id),
  currency: genericCurrencyColumns,
}
