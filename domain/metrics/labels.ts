/**
 * Translates dimensions and their values to the names that people read. Reports for clients show these names, never the
 * internal ones such as `google_ads`.
 */
import { dimensions } from "./dimension"
import { providerLabels } from "./provider"
import type { Source } from "./query-context"

const dimensionLabels = new Map([
  ...dimensions.map(({ id, label }) => [id, label] as const),
  ["date", "Date"],
  ["week", "Week"],
  ["month", "Month"],
])

export const dimensionLabel = (dimension: string): string => dimensionLabels.get(dimension) ?? dimension

/** Values that platforms and the import write instead of a name. Keys are in lower case. */
const placeholders = new Map([
  ["", "Not set"],
  ["(not set)", "Not set"],
  ["(not provided)", "Not provided"],
  ["(none)", "None"],
  ["(direct)", "Direct"],
  ["(other)", "Other"],
  ["__other__", "Other"],
])

const devices = new Map([
  ["desktop", "Computer"],
  ["computer", "Computer"],
  ["computers", "Computer"],
  ["mobile", "Mobile"],
  ["mobile_app", "Mobile app"],
  ["mobile_web", "Mobile web"],
  ["tablet", "Tablet"],
  ["tablets", "Tablet"],
  ["connected_tv", "TV"],
  ["smart tv", "TV"],
])

const regionNames = new Intl.DisplayNames("en", { type: "region" })

/** `sources`: the client's data sources, which give the values of the dimension `data_source` their names. */
export function valueLabel(
  dimension: string,
  value: string,
  sources: readonly Pick<Source, "id" | "display_name">[] = [],
): string {
  const placeholder = placeholders.get(value.toLowerCase())
  if (placeholder) return placeholder
  if (dimension === "provider") return providerLabels[value as keyof typeof providerLabels] ?? value
  if (dimension === "data_source") return sources.find(({ id }) => id === value)?.display_name ?? "Data source"
  if (dimension === "device") return devices.get(value.toLowerCase()) ?? value
  if (dimension === "country" && /^[A-Z]{2}$/.test(value)) return regionNames.of(value) ?? value
  return value
}

/** The labels of all dimensions of a row, by dimension. */
export const labelsOf = (dims: Record<string, string>, sources: readonly Pick<Source, "id" | "display_name">[]) =>
  Object.fromEntries(
    Object.entries(dims).map(([dimension, value]) => [dimension, valueLabel(dimension, value, sources)]),
  )
