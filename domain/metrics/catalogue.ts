/** Lists every metric of the service by id. To add a metric, add a row to the file of its subject. */
import { adRatios, ads } from "./catalogue/ads"
import { aiVisibility } from "./catalogue/ai-visibility"
import { sales } from "./catalogue/sales"
import { search } from "./catalogue/search"
import { service } from "./catalogue/service"
import { website } from "./catalogue/website"
import { type Metric, metricOfStored } from "./metric"

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

/** Returns a metric whose id was already validated. Throws when it does not exist. */
export function metricOf(id: string): Metric {
  const found = byId.get(id)
  if (!found) throw new Error(`${id} is not a metric`)
  return found
}

/** Ids of the metrics that `GET /clients/{client_id}/metrics` returns. */
export const factMetricIds = catalogue.filter(({ answered_by }) => answered_by === "metrics").map(({ id }) => id) as [
  string,
  ...string[],
]

/** Ids of the stored metrics that `metric` is computed from. */
export const storedMetricsOf = (metric: Metric): string[] =>
  [...metric.numeratorTerms, ...(metric.denominatorTerms ?? [])].map(([id]) => id)

/** Dimensions whose rows count the same thing more than once, so that their sum is too high. */
export const notAdditiveOver = (storedMetric: string): string[] =>
  byId.get(metricOfStored(storedMetric))?.not_additive_over ?? []

/** Only amounts of money are stored with a currency. */
export const isMoney = (id: string) => byId.get(id)?.unit === "money"
/** True for metrics whose daily values add up to the value of a period. Ratios and averages do not. */
export const isSum = (id: string) => byId.get(id)?.aggregation === "sum"
/** Counts of distinct people are never added up. */
export const isDistinctCount = (id: string) => byId.get(id)?.aggregation === "unique"
