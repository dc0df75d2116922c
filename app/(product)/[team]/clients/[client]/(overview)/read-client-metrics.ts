/** Reads the metrics of a client's page: the totals of a period, the values by day, and the annotations. */
import "server-only"
import { metricNamedFirst } from "@/components/clients/client-sentence"
import { byImportance, headlineMetrics, type MetricId, tilesOf } from "@/components/clients/headline-metrics"
import type { Goal } from "@/components/goals/goal-name"
import { compareFromQuery, type PeriodQuery, readPeriod } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import type { OperationCaller } from "@/server/caller"

/** `metric`: the id of the metric that the chart shows. `sort`: the order of the table of all metrics. */
export type ClientMetricsQuery = PeriodQuery & { metric?: string; compare?: string; sort?: string }
type Period = { from: string; to: string } | null | undefined

export async function readClientMetrics(
  api: OperationCaller,
  client_id: string,
  { metric, compare: compareChoice, ...periodQuery }: ClientMetricsQuery,
  goals: Goal[],
) {
  const compare = compareFromQuery(compareChoice, "previous_period")
  const period = readPeriod(periodQuery, { range: "last_28_days" })
  const summary = await readDaysWithData({ ...period.input, compare }, (input) =>
    api.clients.queryMetrics({ client_id, metrics: headlineMetrics, ...input }),
  )
  const columns = byImportance(summary.data.columns.filter(({ id }) => summary.data.totals[id]?.value != null))
  const leadMetric = metricNamedFirst({ columns: tilesOf(columns), totals: summary.data.totals, goals })
  const selectedMetric = columns.find(({ id }) => id === metric) ?? leadMetric ?? columns[0]
  const { period: shownPeriod, comparison } = summary.meta
  const metricIds = columns.map(({ id }) => id)
  const [shown, previous] = await Promise.all([
    readDailyRows(api, client_id, metricIds, shownPeriod),
    readDailyRows(api, client_id, selectedMetric ? [selectedMetric.id] : [], comparison),
  ])
  const annotations = shownPeriod
    ? (await api.clients.listAnnotations({ client_id, from: shownPeriod.from, to: shownPeriod.to })).data
    : []
  return { period, compare, summary, columns, selectedMetric, dailyRows: { shown, previous }, annotations }
}

async function readDailyRows(api: OperationCaller, client_id: string, metrics: string[], period: Period) {
  if (!period || metrics.length === 0) return []
  const input = { client_id, metrics: metrics as MetricId[], from: period.from, to: period.to }
  return (await api.clients.queryMetrics({ ...input, granularity: "day" })).data.rows
}
