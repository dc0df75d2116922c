/**
 * Reads the most important metric of a client in the last 28 days: its value, its change, and whether it is unusual.
 */
import "server-only"
import { fillDates } from "@/components/charts/fill-dates"
import { expectationOf } from "@/components/clients/expectation"
import { weeklyResult, weeklyWords, weeksBefore } from "@/components/clients/weekly-range"
import { lacksLastDays } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import { type Signal, severityStates } from "@/components/signals/signal-labels"
import { addDays } from "@/domain/metrics/calendar"
import { formatValue } from "@/domain/metrics/format-value"
import { mainMetrics } from "@/domain/metrics/main-metrics"
import type { OperationCaller } from "@/server/caller"

type Metrics = Awaited<ReturnType<OperationCaller["clients"]["queryMetrics"]>>
type Column = Metrics["data"]["columns"][number]
type Days = { from: string; to: string }

/**
 * Returns null without metrics, and if the read fails, so that an error at one client does not break the whole list.
 */
export async function readClientResult(api: OperationCaller, client_id: string, signals: Signal[]) {
  try {
    const period = { range: "last_28_days", compare: "previous_period" } as const
    const query = { client_id, metrics: [...mainMetrics], granularity: "day" as const }
    const summary = await readDaysWithData(period, (input) => api.clients.queryMetrics({ ...query, ...input }))
    const column = mainColumn(summary)
    const value = column && summary.data.totals[column.id]
    const shown = summary.meta.period
    if (!value || !shown) return null
    const days = daysOf(summary, column.id, shown)
    if (lacksLastDays(summary.meta)) return { column, value: { ...value, delta_abs: null }, days, verdict: null }
    const verdict =
      signalVerdict(column, signals) ?? (await weeklyVerdict(api, client_id, { column, value, days, shown }))
    return { column, value, days, verdict }
  } catch {
    return null
  }
}

const mainColumn = ({ data: { columns, totals } }: Metrics) =>
  mainMetrics
    .filter((id) => totals[id]?.value != null)
    .flatMap((id) => columns.find((column) => column.id === id) ?? [])[0]

/** One value for each day of the period, null for days without data. */
function daysOf({ data }: Metrics, id: string, period: Days): (number | null)[] {
  const points = data.rows.map(({ dims, values }) => ({ date: dims["date"] ?? "", value: values[id]?.value ?? null }))
  return fillDates(points, period, "day").map((day) => ("value" in day ? day.value : null))
}

/** The verdict of the open signals about the metric. Undefined without such signals. */
function signalVerdict({ id }: Column, signals: Signal[]) {
  const unusual = expectationOf(id, signals)
  return unusual && { lamp: severityStates[unusual.severity], words: unusual.words, title: undefined }
}

type Found = { column: Column; value: Metrics["data"]["totals"][string]; days: (number | null)[]; shown: Days }

/** Compares the period with the weeks before it. Null if there is too little data. */
async function weeklyVerdict(api: OperationCaller, client_id: string, { column, value, days, shown }: Found) {
  const earlierDays = { from: addDays(shown.from, -7 * weeksBefore), to: addDays(shown.from, -1) }
  const metrics = [column.id as (typeof mainMetrics)[number]]
  const history = await api.clients.queryMetrics({ client_id, metrics, granularity: "day", ...earlierDays })
  const result = weeklyResult({ shown: days, before: daysOf(history, column.id, earlierDays) })
  if (!result) return null
  const [mean, low, high] = [result.mean, result.low, result.high].map((amount) => formatValue(amount, column))
  const title = `${mean} in an average week. The 12 weeks before suggest ${low} to ${high}.`
  return { ...weeklyWords(result, value.trend_is), title }
}
