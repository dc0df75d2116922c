/**
 * Summarizes a client's performance: key metrics compared with the previous period, the campaigns that changed most,
 * and gaps in the data.
 */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { metricOf, storedMetricsOf } from "@/domain/metrics/catalogue"
import { describeCoverage, isStale } from "@/domain/metrics/freshness"
import { maxRows } from "@/domain/metrics/metric-query"
import { computeMetric } from "@/domain/metrics/metric-value"
import { noDataWarning } from "@/domain/metrics/no-data"
import { periodOf, type ResolvedPeriod, rangeChecks, resolvePeriod, type Span } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"
import { queryMetrics } from "@/domain/metrics/query"
import { hasDimension, loadQueryContext, type QueryContext } from "@/domain/metrics/query-context"
import type { MetricTable } from "@/domain/metrics/table"
import { findClient } from "./client"

const nullableNumber = z.number().nullable()

const summary = z.object({
  kpis: z.array(
    z.object({
      metric: z.string(),
      label: z.string(),
      unit: z.string(),
      value: nullableNumber,
      previous: nullableNumber,
      change: nullableNumber.meta({
        description: "The relative change: 0.1 is 10% more than in the comparison period.",
      }),
      trend_is: z.enum(["good", "bad", "neutral"]),
    }),
  ),
  movers: z
    .array(
      z.object({
        campaign: z.string(),
        metric: z.string(),
        value: nullableNumber,
        previous: nullableNumber,
        difference: nullableNumber,
      }),
    )
    .meta({ description: "The campaigns whose spend or sessions changed most." }),
  gaps: z.array(z.string()).meta({ description: "What is missing in the data." }),
  url: z.string(),
})

export const getSummary = defineOperation({
  id: "clients.getSummary",
  summary: "Summarize a client's performance",
  audience: "team",
  kind: "query",
  tool: {
    name: "get_performance_summary",
    title: "Get performance summary",
    page: "clients/{client_id}",
    description:
      'Returns the key metrics of one client for a period, compared with the previous period, the campaigns that changed most, and gaps in the data. The best first call for "how did the client do?". Default: the last 28 days.',
    omit: ["timezone", "align", "granularity"],
    untrusted: ["campaign"],
  },
  resources: [
    {
      uri: "app://clients/{client_id}/summary/{range}",
      name: "summary",
      title: "Performance summary",
      description: "The key metrics of a client for a period such as last_28_days, compared with the previous period.",
      ttlSeconds: 900,
    },
  ],
  input: z.strictObject({ client_id: id("client"), ...rangeInput }),
  checks: rangeChecks("previous_period"),
  output: summary,
  hasPeriod: true,
  async handle({ team, now }, { client_id, ...range }) {
    const [context, client] = await Promise.all([loadQueryContext(team.id, client_id), findClient(team.id, client_id)])
    if (!context || !client) throw notFound("client")
    const defaults = { range: "last_28_days", compare: "previous_period", granularity: "total" } as const
    const { timezone, week_starts_on: weekStartsOn } = context
    const period = resolvePeriod(range, { ...defaults, timezone, weekStartsOn, now: now() })
    const metrics = findKeyMetrics(context)
    const result = metrics.length > 0 ? await queryMetrics(context, queryOf(metrics), period) : undefined
    const data = {
      kpis: result ? listKpis(result.table) : [],
      movers: await findMovers(context, period, result?.currency?.code),
      gaps: describeGaps(context, now()),
      url: `${baseUrl()}/${team.slug}/clients/${client.id}`,
    }
    const { sources = [], quality = new Map(), currency = null, exchangeRates = [] } = result ?? {}
    const isEmpty = result?.table.rows_total === 0
    const warnings = [
      ...(result?.warnings ?? []),
      ...(isEmpty ? [await noDataWarning(context, queryOf(metrics), period)] : []),
    ]
    return {
      data,
      ...describeCoverage(period, sources, quality, now()),
      currency,
      exchange_rates: exchangeRates,
      warnings,
    }
  },
})

/** In the order in which people read them. */
const metricsByImportance = [
  "ad_spend",
  "ad_impressions",
  "ad_clicks",
  "ad_ctr",
  "ad_cpc",
  "ad_conversions",
  "ad_cpa",
  "ad_conversion_value",
  "ad_roas",
  "sessions",
  "engagement_rate",
  "key_events",
  "purchases",
  "revenue",
  "search_clicks",
  "search_impressions",
  "search_ctr",
  "search_position",
]

/** The key metrics for which the client has sources. */
function findKeyMetrics({ sources }: QueryContext): string[] {
  const stored = new Set(sources.flatMap(({ breakdowns }) => Object.keys(breakdowns)))
  return metricsByImportance.filter((metric) =>
    storedMetricsOf(metricOf(metric)).every((storedMetric) => stored.has(storedMetric)),
  )
}

const queryOf = (metrics: string[]) => ({ metrics, dimensions: [], filter: {}, limit: 1 })

const listKpis = ({ columns, totals }: MetricTable) =>
  columns.flatMap(({ id, label, unit }) => {
    const total = totals[id]
    if (!total || total.value === null) return []
    const { value, previous, delta_rel: change, trend_is } = total
    return [{ metric: id, label, unit, value, previous, change, trend_is }]
  })

const moverMetrics = ["ad_spend", "sessions"]
const maxMovers = 5

/**
 * Compares campaigns by the first of `moverMetrics` that has values by campaign. Reads both periods, because a campaign
 * that started or stopped has rows in only one of them.
 */
async function findMovers(context: QueryContext, period: ResolvedPeriod, currency: string | undefined) {
  const metric = moverMetrics.find((candidate) => hasValuesByCampaign(context, candidate))
  if (!metric || !period.comparison) return []
  const query = { ...queryOf([metric]), dimensions: ["campaign"], limit: maxRows }
  const valuesIn = async (span: Span) => {
    const { table } = await queryMetrics(context, query, periodOf(span, "total", period), { currency })
    return new Map(table.rows.map(({ dims, values }) => [dims["campaign"] ?? "", values[metric]?.value ?? null]))
  }
  const [current, previous] = await Promise.all([valuesIn(period), valuesIn(period.comparison)])
  // A period without campaigns has no data. Campaigns that are missing in it have not necessarily started or stopped.
  if (current.size === 0 || previous.size === 0) return []
  return [...new Set([...current.keys(), ...previous.keys()])]
    .map((campaign) => {
      const compared = computeMetric(
        metric,
        () => amountOf(current, campaign),
        () => amountOf(previous, campaign),
      )
      return { campaign, metric, value: compared.value, previous: compared.previous, difference: compared.delta_abs }
    })
    .filter(({ difference }) => difference !== null && difference !== 0)
    .sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, maxMovers)
}

/** 0 for a campaign without a row. Null if the row's amount is not known. */
function amountOf(amounts: Map<string, number | null>, campaign: string) {
  const amount = amounts.get(campaign)
  return amount === undefined ? 0 : amount
}

const hasValuesByCampaign = ({ sources }: QueryContext, metric: string) =>
  sources.some(({ breakdowns }) => breakdowns[metric]?.some((breakdown) => hasDimension(breakdown, "campaign")))

function describeGaps({ sources }: QueryContext, now: Date): string[] {
  if (sources.length === 0) return ["This client has no data sources."]
  return sources.flatMap((source) => {
    const { provider, status, data_through: through } = source
    const extent = through ? `its data ends on ${through}.` : "it has no data."
    if (status !== "active") return [`${provider} is ${status}; ${extent}`]
    return isStale(source, now) ? [`${provider} is stale; ${extent}`] : []
  })
}
