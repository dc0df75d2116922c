/**
 * Plans a metric query: for each source and stored metric, chooses the smallest stored breakdown that can answer it.
 * Counts of distinct people cannot be added up, so they need exactly the breakdown that was asked for.
 */
import type { Warning } from "@/domain/kernel/warnings"
import { isDistinctCount, metricOf, notAdditiveOver, storedMetricsOf } from "./catalogue"
import { sourceDimensions } from "./dimension"
import { distinctCountGrain } from "./distinct-counts"
import type { MetricQuery } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import { dimensionsOf, type QueryContext, type Source } from "./query-context"

/** One stored breakdown of one stored metric of one source. `breakdown`: as in `Source.breakdowns`. */
export type Part = { source: Source; storedMetric: string; breakdown: string }
export type Plan = {
  storedMetrics: string[]
  parts: Part[]
  /** Stored metrics whose values in rows and in totals are not known, because they count something more than once. */
  unknownInRows: Set<string>
  /** The same for totals. Includes all of `unknownInRows`. */
  unknownInTotals: Set<string>
  warnings: Warning[]
}

export function planQuery(context: QueryContext, query: MetricQuery, period: ResolvedPeriod): Plan {
  const storedMetrics = [...new Set(query.metrics.flatMap((id) => storedMetricsOf(metricOf(id))))]
  const plan: Plan = { storedMetrics, parts: [], ...findUnknownValues(storedMetrics, query), warnings: [] }
  const requested = new Set(
    [...query.dimensions, ...Object.keys(query.filter)].filter((name) => !isSourceDimension(name)),
  )
  const sources = context.sources.filter((source) => isSelected(source, query.filter))
  const omittedSources = new Set<string>()
  for (const storedMetric of storedMetrics)
    for (const source of sources) {
      if (!source.breakdowns[storedMetric]?.length) continue
      const breakdown = chooseBreakdown(source, storedMetric, requested, period)
      if (breakdown !== undefined) plan.parts.push({ source, storedMetric, breakdown })
      else if (!isDistinctCount(storedMetric)) omittedSources.add(`${source.id} (${source.provider})`)
    }
  if (omittedSources.size > 0) plan.warnings.push(omittedWarning(omittedSources, requested))
  return plan
}

/** The sources that store the metric and that the filter selects. */
export function sourcesWith(context: QueryContext, metricId: string, filter: MetricQuery["filter"]): Source[] {
  const storedMetrics = storedMetricsOf(metricOf(metricId))
  return context.sources.filter(
    (source) => isSelected(source, filter) && storedMetrics.some((id) => source.breakdowns[id]?.length),
  )
}

/** True for dimensions of the source itself, which every fact has. */
export const isSourceDimension = (dimension: string) => sourceDimensions.includes(dimension)

const isSelected = (source: Source, { data_source, provider }: MetricQuery["filter"]) =>
  (data_source?.includes(source.id) ?? true) && (provider?.includes(source.provider) ?? true)

/** Returns undefined if no stored breakdown can answer the query. */
function chooseBreakdown(source: Source, storedMetric: string, requested: Set<string>, period: ResolvedPeriod) {
  const stored = source.breakdowns[storedMetric] ?? []
  if (!isDistinctCount(storedMetric)) return smallestBreakdownWith(requested, stored, notAdditiveOver(storedMetric))
  const needed = distinctCountBreakdown(requested, period)
  return stored.find((breakdown) => breakdown === needed)
}

function distinctCountBreakdown(requested: Set<string>, period: ResolvedPeriod): string | null {
  const grain = distinctCountGrain(period)
  return grain && `${[...requested].sort().join(",")}@${grain}`
}

/**
 * Finds the stored breakdown with the fewest dimensions that has all requested ones. The query adds up the rows of its
 * other dimensions, so none of these may be in `notAdditive`.
 */
function smallestBreakdownWith(requested: Set<string>, stored: string[], notAdditive: string[]): string | undefined {
  const candidates = stored.filter((breakdown) => {
    const dimensions = new Set(dimensionsOf(breakdown))
    const addedUp = dimensions.difference(requested)
    return requested.isSubsetOf(dimensions) && !notAdditive.some((dimension) => addedUp.has(dimension))
  })
  return candidates.sort((a, b) => dimensionsOf(a).length - dimensionsOf(b).length || (a < b ? -1 : 1))[0]
}

/** Finds the metrics whose rows or totals would sum over a dimension that counts the same thing more than once. */
function findUnknownValues(
  storedMetrics: string[],
  { dimensions, filter }: MetricQuery,
): Pick<Plan, "unknownInRows" | "unknownInTotals"> {
  const isSummedInRows = (name: string) => !dimensions.includes(name) && (filter[name]?.length ?? 0) > 1
  const isSummedInTotals = (name: string) => dimensions.includes(name) && filter[name]?.length !== 1
  const inRows = storedMetrics.filter((id) => notAdditiveOver(id).some(isSummedInRows))
  const inTotals = storedMetrics.filter((id) => notAdditiveOver(id).some(isSummedInTotals))
  return { unknownInRows: new Set(inRows), unknownInTotals: new Set([...inRows, ...inTotals]) }
}

const omittedWarning = (sources: Set<string>, requested: Set<string>): Warning => ({
  code: "source_left_out",
  message: `These data sources are not included, because they do not provide ${[...requested].join(", ")}: ${[...sources].join(", ")}.`,
  path: "data",
})
