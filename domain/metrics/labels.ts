/**
 * Translates dimensions and their values to the names that people read. Reports for clients show these names, never the
 * internal ones such as `google_ads`.
 */
import countries from "i18n-iso-countries/index.js"
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

/** Converts codes such as IT, and ita of Search Console. Other values are names already. */
function countryName(value: string) {
  const isAlpha3 = /^[a-z]{3}$/.test(value)
  const code = isAlpha3 ? countries.alpha3ToAlpha2(value.toUpperCase()) : value
  if (!code || !/^[A-Z]{2}$/.test(code)) return value
  return regionNames.of(code) ?? value
}

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
  if (dimension === "country") return countryName(value)
  return value
}

/** The labels of all dimensions of a row, by dimension. */
export const labelsOf = (dims: Record<string, string>, sources: readonly Pick<Source, "id" | "display_name">[]) =>
  Object.fromEntries(
    Object.entries(dims).map(([dimension, value]) => [dimension, valueLabel(dimension, value, sources)]),
  )
