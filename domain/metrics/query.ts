/** Runs a query of a client's metrics on the stored facts. */
import type { Truncation } from "@/domain/kernel/envelope"
import type { ExchangeRate, PeriodMeta } from "@/domain/kernel/period-meta"
import { problemOf } from "@/domain/kernel/validate"
import type { Warning } from "@/domain/kernel/warnings"
import { rows } from "@/prisma/client"
import { isDistinctCount, metricOf, storedMetricsOf } from "./catalogue"
import { listColumns } from "./column"
import { chooseCurrency, type ResponseCurrency } from "./currency"
import { distinctCountGrain } from "./distinct-counts"
import { finalThrough, type Quality, qualityBySource, sourcesOf } from "./freshness"
import { type MetricQuery, queryErrors } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import { planQuery } from "./plan"
import { type PlannedQuery, queryResult } from "./planned-query"
import type { QueryContext, Source } from "./query-context"
import { buildStatement } from "./statement"
import { buildMetricTable, type MetricTable } from "./table"

export type MetricResult = {
  table: MetricTable
  truncation: Truncation | null
  currency: Required<PeriodMeta>["currency"]
  exchangeRates: ExchangeRate[]
  warnings: Warning[]
  /** The sources of the values, and the quality notes of their facts. */
  sources: Source[]
  quality: Quality
}

/** Throws `parameter_invalid` for an invalid query. `requested.currency`: an ISO 4217 code. Default: the client's. */
export async function queryMetrics(
  context: QueryContext,
  query: MetricQuery,
  period: ResolvedPeriod,
  requested: { currency?: string | undefined } = {},
): Promise<MetricResult> {
  const errors = queryErrors(query, period)
  if (errors.length > 0) throw problemOf(errors)
  const plan = planQuery(context, query, period)
  const money = await chooseCurrency(context, plan, period, requested.currency)
  const columns = listColumns(plan, query.metrics, money)
  const planned: PlannedQuery = { context, plan, query, period, money, columns }
  const [found] = await rows(queryResult, buildStatement(planned))
  if (!found) throw new Error("a metric query returns one row")
  const sources = sourcesOf(plan.parts)
  const table = buildMetricTable(planned, found, finalThrough(sources))
  const quality: Quality = found.quality ? await qualityBySource(context, plan.parts, period) : new Map()
  return {
    table,
    truncation: truncationOf(table, query.limit) ?? upstreamTruncation(quality),
    currency: money && currencyOf(money),
    exchangeRates: money?.rates ?? [],
    warnings: [...plan.warnings, ...(money?.warnings ?? []), ...nullWarnings(planned, table)],
    sources,
    quality,
  }
}

const currencyOf = ({ code, isConverted, rates }: ResponseCurrency) => ({
  code,
  converted: isConverted,
  rates_date: rates.at(-1)?.date ?? null,
})

const truncationOf = ({ rows_total, rows_returned }: MetricTable, limit: number): Truncation | null =>
  rows_returned >= rows_total
    ? null
    : { reason: "row_limit", limit, omitted: rows_total - rows_returned, scope: "data.rows" }

/** A platform did not return all of its rows, so it is not known how many are missing. */
const upstreamTruncation = (quality: Quality): Truncation | null =>
  [...quality.values()].some((notes) => notes.includes("truncated_upstream"))
    ? { reason: "source_limit", limit: null, omitted: null, scope: "data.rows" }
    : null

/** Explains why a value that exists is not returned. */
function nullWarnings({ plan, query, period }: PlannedQuery, table: MetricTable): Warning[] {
  const metricsWith = (condition: (storedMetric: string) => boolean) =>
    query.metrics.filter((id) => storedMetricsOf(metricOf(id)).some(condition))
  // No rows of a stored period means that there is no data. Another warning says so.
  const canExist = table.rows_total > 0 || !isStoredPeriod(period)
  const distinctCounts = metricsWith(isDistinctCount).filter((id) => canExist && table.totals[id]?.value === null)
  const overlapping = metricsWith((storedMetric) => plan.unknownInTotals.has(storedMetric))
  return [
    ...(distinctCounts.length > 0 ? [notAdditiveWarning(distinctCounts)] : []),
    ...(overlapping.length > 0 ? [overlappingRowsWarning(overlapping)] : []),
  ]
}

/** True if counts of people are stored for the period or its buckets. Seven days can lie in two stored weeks. */
const isStoredPeriod = (period: ResolvedPeriod) =>
  period.granularity !== "total" || ["day", "month"].includes(distinctCountGrain(period) ?? "")

const notAdditiveWarning = (ids: string[]): Warning => ({
  code: "not_additive",
  message: `${ids.join(", ")}: unique users cannot be added over days, data sources or dimensions. Query a single day, week or month, or use that granularity.`,
  path: "data.totals",
})

const overlappingRowsWarning = (ids: string[]): Warning => ({
  code: "not_additive",
  message: `${ids.join(", ")}: rows of this breakdown can count the same visit more than once, so there are no totals.`,
  path: "data.totals",
})
