/**
 * Reads the most important metric of a client in the last 28 days: its value, its change, and whether it is unusual.
 */
import "server-only"
import { fillDates } from "@/components/charts/fill-dates"
import { expectationOf, weeklyResult, weeklyWords, weeksBefore } from "@/components/clients/expectation"
import { lacksLastDays } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import { type Signal, severityStates } from "@/components/signals/signal-labels"
import { addDays } from "@/domain/metrics/calendar"
import { formatValue } from "@/domain/metrics/format-value"
import { mainMetrics } from "@/domain/metrics/main-metrics"
import type { OperationCaller } from "@/server/caller"

type Metrics = Awaited<ReturnType<OperationCaller["clients"]["queryMetrics"]>>
type Column = Metrics["data"]["columns"][number]
type Period = { from: string; to: string }

/**
 * Returns null if the client has no metrics. Also returns null if the read fails, so that an error at one client does
 * not break the whole list.
 */
export async function readClientResult(api: OperationCaller, client_id: string, signals: Signal[]) {
  try {
    const period = { range: "last_28_days", compare: "previous_period" } as const
    const query = { client_id, metrics: [...mainMetrics], granularity: "day" as const }
    const summary = await readDaysWithData(period, (input) => api.clients.queryMetrics({ ...query, ...input }))
    const column = findMainColumn(summary)
    const value = column && summary.data.totals[column.id]
    const shownPeriod = summary.meta.period
    if (!value || !shownPeriod) return null
    const dailyValues = dailyValuesOf(summary, column.id, shownPeriod)
    if (lacksLastDays(summary.meta)) return { column, value: { ...value, delta_abs: null }, dailyValues, verdict: null }
    const verdict =
      signalVerdict(column, signals) ??
      (await weeklyVerdict(api, client_id, { column, value, dailyValues, shownPeriod }))
    return { column, value, dailyValues, verdict }
  } catch {
    return null
  }
}

/** Returns the first of the main metrics that has a value. */
const findMainColumn = ({ data: { columns, totals } }: Metrics) =>
  mainMetrics
    .filter((id) => totals[id]?.value != null)
    .flatMap((id) => columns.find((column) => column.id === id) ?? [])[0]

/** Returns one value for each day of the period, null for days without data. */
function dailyValuesOf({ data }: Metrics, id: string, period: Period): (number | null)[] {
  const points = data.rows.map(({ dims, values }) => ({ date: dims["date"] ?? "", value: values[id]?.value ?? null }))
  return fillDates(points, period, "day").map((day) => ("value" in day ? day.value : null))
}

/** Returns the verdict of the open signals about the metric. Undefined without such signals. */
function signalVerdict({ id }: Column, signals: Signal[]) {
  const unusual = expectationOf(id, signals)
  return unusual && { lamp: severityStates[unusual.severity], words: unusual.words, title: undefined }
}

type Result = {
  column: Column
  value: Metrics["data"]["totals"][string]
  dailyValues: (number | null)[]
  shownPeriod: Period
}

/** Returns a verdict that compares the period with the weeks before it. Null if there is too little data. */
async function weeklyVerdict(
  api: OperationCaller,
  client_id: string,
  { column, value, dailyValues, shownPeriod }: Result,
) {
  const { from } = shownPeriod
  const earlierPeriod = { from: addDays(from, -7 * weeksBefore), to: addDays(from, -1) }
  const metrics = [column.id as (typeof mainMetrics)[number]]
  const history = await api.clients.queryMetrics({ client_id, metrics, granularity: "day", ...earlierPeriod })
  const result = weeklyResult({ shown: dailyValues, before: dailyValuesOf(history, column.id, earlierPeriod) })
  if (!result) return null
  const format = (amount: number) => formatValue(amount, column)
  const range = `${format(result.low)} to ${format(result.high)}`
  const title = `${format(result.mean)} in an average week. The ${weeksBefore} weeks before suggest ${range}.`
  return { ...weeklyWords(result, value.trend_is), title }
}
