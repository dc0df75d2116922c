/** Queries a client's metrics. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { currencyInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleTable } from "@/domain/metrics/example-table"
import { filterInput, parseFilter } from "@/domain/metrics/filter-input"
import { describeCoverage } from "@/domain/metrics/freshness"
import { metricQueryChecks, metricQueryInput } from "@/domain/metrics/metric-query"
import { noDataWarning } from "@/domain/metrics/no-data"
import { rangeChecks, resolvePeriod } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"
import { queryMetrics } from "@/domain/metrics/query"
import { loadQueryContext } from "@/domain/metrics/query-context"
import { metricTable } from "@/domain/metrics/table"

export const queryClientMetrics = defineOperation({
  id: "clients.queryMetrics",
  summary: "Query a client's metrics",
  description:
    "Returns up to 20 metrics for the whole period, or by day, week or month, broken down by up to 3 dimensions. Ratios are computed as ratios of sums and include their numerator and denominator. Totals cover all matching rows. If `limit` omits rows, `other` contains the difference between the totals and the returned rows.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/clients/{client_id}/metrics", tag: "Clients" },
  tool: {
    name: "query_metrics",
    title: "Query metrics",
    page: "clients/{client_id}",
    description:
      "Returns marketing metrics of one client for a period, optionally by day, week or month, split by up to three dimensions, filtered (dimension:value) and compared with another period. list_metrics explains the metrics. Ratios range from 0 to 1.",
    omit: ["timezone", "align", "currency"],
    defaults: { limit: 100 },
    untrusted: ["dims"],
  },
  input: z.strictObject({
    client_id: id("client"),
    ...metricQueryInput,
    filter: filterInput,
    ...rangeInput,
    currency: currencyInput()
      .optional()
      .meta({ description: "The currency for monetary values. Default: the client's currency." }),
  }),
  checks: [...rangeChecks("none"), ...metricQueryChecks],
  output: metricTable,
  hasPeriod: true,
  example: exampleTable,
  async handle({ team, now }, { client_id, currency, ...parameters }) {
    const context = await loadQueryContext(team.id, client_id)
    if (!context) throw notFound("client")
    const { metrics, dimensions, filter, order_by, limit, ...range } = parameters
    const period = resolvePeriod(range, {
      timezone: context.timezone,
      weekStartsOn: context.week_starts_on,
      range: "last_28_days",
      compare: "none",
      granularity: "total",
      now: now(),
    })
    const query = {
      metrics,
      dimensions,
      filter: parseFilter(filter),
      limit,
      ...(order_by !== undefined && { order_by }),
    }
    const result = await queryMetrics(context, query, period, { currency })
    const isEmpty = result.table.rows_total === 0
    return {
      data: result.table,
      limit,
      truncation: result.truncation,
      query: { client_id, ...query, filter, ...period.echo, ...(currency !== undefined && { currency }) },
      ...describeCoverage(period, result.sources, result.quality, now()),
      currency: result.currency,
      exchange_rates: result.exchangeRates,
      warnings: [...result.warnings, ...(isEmpty ? [await noDataWarning(context, query, period)] : [])],
    }
  },
})
