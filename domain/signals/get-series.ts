/** Gets the series of a signal's chart: the days or scans before, during and after the signal. */
import { z } from "zod"
import { datedBreaks } from "@/domain/ai-engines/describe-breaks"
import type { TeamContext } from "@/domain/kernel/context"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation, run } from "@/domain/kernel/operation"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import { addDays, daysBetween } from "@/domain/metrics/calendar"
import { findMetric, isMoney, isSum, metricOf } from "@/domain/metrics/catalogue"
import { maxDays } from "@/domain/metrics/period"
import { sourcesWith } from "@/domain/metrics/plan"
import { loadQueryContext } from "@/domain/metrics/query-context"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { readBreaks } from "@/domain/visibility/series-warnings"
import { rows, sql } from "@/prisma/client"
import { readGoalFilter } from "./goal-filter"
import { readDailySeries } from "./read-daily-series"
import { type QueryGroup, readBrandTerms, readQueryGroups } from "./read-query-groups"
import { requireSignal, type SignalRow } from "./signal"

export const signalSeries = z.object({
  metric_id: z.string(),
  label: z.string(),
  unit: z.string(),
  currency: z.string().nullable(),
  /** True when each point is the total since the first one, as in the series of a goal. */
  is_total: z.boolean(),
  points: z.array(z.object({ date: calendarDate(), value: z.number().nullable() })),
  /**
   * The days from which the values of scans cannot be compared with earlier ones. At most the latest 50. Empty for
   * other series.
   */
  breaks: z.array(z.object({ date: calendarDate(), reason: z.string() })),
})

/** The chart shows this many days before and after the signal. */
const daysBefore = 90
const daysAfter = 30

export const getSeries = defineOperation({
  id: "signals.getSeries",
  summary: "Get the series behind a signal",
  audience: "team",
  kind: "query",
  input: z.strictObject({ signal_id: id("signal") }),
  output: signalSeries.nullable(),
  async handle(ctx, { signal_id }) {
    return { data: await readSeries(ctx, await requireSignal(ctx.team, signal_id)) }
  },
})

/** Null if the metric of the signal is not stored. */
export async function readSeries(ctx: TeamContext, signal: SignalRow): Promise<z.infer<typeof signalSeries> | null> {
  const metric = findMetric(signal.subject.metric_id ?? "")
  const found = metric && (await seriesReaders[signal.subject.kind](ctx, signal))
  if (!metric || !found) return null
  const { label, unit, id: metric_id } = metric
  return { metric_id, label, unit, is_total: false, breaks: [], ...found }
}

const seriesReaders = { metric: readMetric, data_source: readMetric, goal: readGoal, ai_project: readScans }

async function readMetric(ctx: TeamContext, signal: SignalRow) {
  const { data_source_id, filter: subjectFilter } = signal.subject
  const queryGroup = subjectFilter?.["query_group"]
  if (queryGroup) return readGroup(ctx, signal, queryGroup as QueryGroup)
  const filter: Record<string, string[]> = data_source_id ? { data_source: [data_source_id] } : {}
  return readDays(ctx, signal, filter, addDays(signal.period.from, -daysBefore), addDays(signal.period.to, daysAfter))
}

async function readGroup({ team, now }: TeamContext, { client, subject, period }: SignalRow, group: QueryGroup) {
  const source = (await loadQueryContext(team.id, client.id))?.sources.find(({ id }) => id === subject.data_source_id)
  const from = addDays(period.from, -daysBefore)
  const days = daysSince(from, now())
  const series = source && (await readQueryGroups(team.id, source, await readBrandTerms(team.id, client), days))
  if (!series) return null
  const to = addDays(period.to, daysAfter)
  return { currency: null, points: series.days[group].filter(({ date }) => date >= from && date <= to) }
}

/** Returns the running total since the goal's first day for sums, and daily values for other metrics. */
async function readGoal(ctx: TeamContext, signal: SignalRow) {
  const { subject, period } = signal
  const filter = await readGoalFilter(ctx.team.id, subject.goal_id)
  const found = await readDays(ctx, signal, filter, period.from, period.to)
  if (!found || !isSum(subject.metric_id as string)) return found
  let total = 0
  const points = found.points.map(({ date, value }) => {
    total += value ?? 0
    return { date, value: total }
  })
  return { ...found, is_total: true, points }
}

async function readDays(
  { team, now }: TeamContext,
  { client, subject }: SignalRow,
  filter: Record<string, string[]>,
  from: string,
  to: string,
) {
  const context = await loadQueryContext(team.id, client.id)
  const metric_id = subject.metric_id as string
  if (!context || metricOf(metric_id).answered_by !== "metrics") return null
  const sources = sourcesWith(context, metric_id, filter)
  const days = daysSince(from, now())
  const series = await readDailySeries(context, { metricIds: [metric_id], filter, sources, days }, now())
  const points = series?.byMetric.get(metric_id)?.filter(({ date }) => date >= from && date <= to) ?? []
  const currency = isMoney(metric_id) ? (series?.currency ?? null) : null
  return { currency, points: points.map(({ date, value }) => ({ date, value })) }
}

/**
 * The number of days since `from`: at least 1, and at most the longest period of a query. Includes tomorrow in UTC,
 * which has already started in the east.
 */
const daysSince = (from: string, now: Date) =>
  Math.min(Math.max(daysBetween(from, now.toISOString().slice(0, 10)) + 2, 1), maxDays)

/** The fields of a scan's metrics that contain these metrics. */
const scanMetrics = {
  ai_visibility: "visibility",
  ai_negative_share: "negative_share",
  ai_citation_rate: "citation_rate",
} as const

async function readScans(ctx: TeamContext, signal: SignalRow) {
  const { subject, period } = signal
  if (!subject.project_id) return null
  const citedDomain = subject.filter?.["cited_domain"]
  if (typeof citedDomain === "string") return readCitingAnswers(ctx, signal, citedDomain)
  const metric = scanMetrics[subject.metric_id as keyof typeof scanMetrics]
  if (!metric) return null
  const { data, meta } = await run(getMetrics, ctx, {
    project_id: subject.project_id,
    ...scanDays(period),
    group_by: ["scan", "date"],
    ...(subject.brand_id && { brand_id: [subject.brand_id] }),
  })
  const points = data.rows.map(({ group, [metric]: { value } }) => ({ date: group.date as string, value }))
  const label = labelOf(subject, data.rows[0]?.brand.name)
  const breaks = datedBreaks(meta.warnings ?? [])
  return { ...label, currency: null, breaks, points: points.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }
}

/** "AI visibility of Northpan". A signal without a brand keeps the name of the metric. */
function labelOf({ brand_id, metric_id }: SignalRow["subject"], brandName: string | undefined) {
  return brand_id && brandName ? { label: `${findMetric(metric_id ?? "")?.label} of ${brandName}` } : {}
}

/** The days whose scans the chart shows, in the time zone of the signal's days. */
const scanDays = ({ from, to, timezone }: SignalRow["period"]) => ({
  from: addDays(from, -2 * daysBefore),
  to: addDays(to, daysAfter),
  timezone,
})

/** How many answers of each scan cite the domain. */
async function readCitingAnswers(ctx: TeamContext, { subject, period }: SignalRow, domain: string) {
  const project_id = subject.project_id as string
  const days = scanDays(period)
  const [points, found] = await Promise.all([
    countCitingAnswers(ctx.team.id, project_id, domain, days),
    readBreaks(ctx.team.id, project_id, { ...days, now: ctx.now() }),
  ])
  const breaks = datedBreaks(found.map((seriesBreak) => ({ break: seriesBreak })))
  return { label: `Answers that cite ${domain}`, unit: "count", currency: null, breaks, points }
}

const citingAnswers = z.object({ date: calendarDate(), value: z.int() })

const countCitingAnswers = (
  teamId: string,
  projectId: string,
  domain: string,
  { from, to, timezone }: SignalRow["period"],
) =>
  rows(
    citingAnswers,
    sql`
      select (s.finished_at at time zone ${timezone})::date as date, coalesce(c.answers_n, 0) as value
      from scan s left join ai_scan_source c
        on c.team_id = s.team_id and c.scan_id = s.id and c.listing = 'cited_domain' and c.key = ${domain}
      where s.team_id = ${teamId} and s.project_id = ${projectId} and ${countsInTrends}
        and s.finished_at >= ${from}::date::timestamp at time zone ${timezone}
        and s.finished_at < (${to}::date + 1)::timestamp at time zone ${timezone}
      order by s.finished_at, s.id`,
  )
