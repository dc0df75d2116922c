/** The catalogue: every metric that the service knows, by id. To add one, add a row to the file of its subject. */
import { adRatios, ads } from "./catalogue/ads"
import { aiVisibility } from "./catalogue/ai-visibility"
import { sales } from "./catalogue/sales"
import { search } from "./catalogue/search"
import { service } from "./catalogue/service"
import { website } from "./catalogue/website"
import type { Metric } from "./metric"

export const catalogue: readonly Metric[] = [
  ...website,
  ...sales,
  ...search,
  ...ads,
  ...adRatios,
  ...aiVisibility,
  ...service,
]

const byId = new Map(catalogue.map((metric) => [metric.id, metric]))

export const findMetric = (id: string): Metric | undefined => byId.get(id)

/** A metric that is known to exist, because the input was checked. */
export function metricOf(id: string): Metric {
  const found = byId.get(id)
  if (!found) throw new Error(`${id} is not a metric`)
  return found
}

/** Ids that stored facts can answer, alone or as a ratio. */
export const factMetricIds = catalogue.filter((m) => m.answered_by === "metrics").map((m) => m.id) as [
  string,
  ...string[],
]

/** The stored figures that `metric` is made of. */
export const basesOf = (metric: Metric): string[] =>
  [...metric.numeratorTerms, ...(metric.denominatorTerms ?? [])].map(([base]) => base)

/** Money is stored with its currency; every other figure without. */
export const isMoneyBase = (base: string) => byId.get(base)?.unit === "money"
export const isUniqueBase = (base: string) => byId.get(base)?.aggregation === "unique"
