/**
 * Shows the most important metric of a client in the last 28 days: its value, its change and a sparkline. The change has
 * a color only if an open signal says that the metric is unusual. Each row of the list loads its own result after the
 * list appears.
 */

import { Suspense } from "react"
import { fillDates } from "@/components/charts/fill-dates"
import { Sparkline } from "@/components/charts/sparkline"
import { expectationOf } from "@/components/clients/expectation"
import { lacksLastDays } from "@/components/lists/ranges"
import { readDaysWithData } from "@/components/lists/read-days-with-data"
import { Change } from "@/components/metrics/change"
import { type Signal, severityStates } from "@/components/signals/signal-labels"
import { Lamp } from "@/components/ui/lamp"
import { SkeletonText } from "@/components/ui/skeleton"
import { formatValue } from "@/domain/metrics/format-value"
import { mainMetrics } from "@/domain/metrics/main-metrics"
import type { OperationCaller } from "@/server/caller"
import { requireTeamMember } from "@/server/visit"

/** `signals`: the open signals of the client. */
type Props = { slug: string; clientId: string; signals: Signal[] }

export const ClientResult = (props: Props) => (
  <Suspense fallback={<SkeletonText className="w-20" />}>
    <Result {...props} />
  </Suspense>
)

async function Result({ slug, clientId, signals }: Props) {
  const result = await readResult(slug, clientId)
  if (!result) return <span className="text-quiet max-md:hidden">–</span>
  const { column, value, days } = result
  const unusual = expectationOf(column.id, signals)
  return (
    <span className={rowClass}>
      <span className="truncate text-quiet">{column.label}</span>{" "}
      <span className="figures text-right">{formatValue(value.value, column)}</span>{" "}
      <span className="text-right text-small">
        <Change value={{ ...value, trend_is: unusual ? value.trend_is : "neutral" }} column={column} />
      </span>
      <Sparkline values={days} className="h-5 w-full self-center max-md:hidden" />
      {unusual && (
        <span className="inline-flex items-center gap-1.5 text-small md:col-span-full">
          <Lamp state={severityStates[unusual.severity]} isSmall />
          {unusual.words}
        </span>
      )}
    </span>
  )
}

/** In a table, the parts of all rows are aligned in columns. */
const rowClass = "inline-flex flex-wrap items-baseline gap-x-2 md:grid md:grid-cols-[6rem_5rem_4rem_6rem]"

/** Null without metrics. Also null if the read fails, so that one client cannot break the whole list. */
async function readResult(slug: string, clientId: string) {
  const { api } = await requireTeamMember(slug)
  const period = { range: "last_28_days", compare: "previous_period" } as const
  const query = { client_id: clientId, metrics: [...mainMetrics], granularity: "day" as const }
  const summary = await readDaysWithData(period, (input) => api.clients.queryMetrics({ ...query, ...input })).catch(
    () => null,
  )
  const found = mainMetrics.flatMap((id) => {
    const column = summary?.data.columns.find((candidate) => candidate.id === id)
    const value = summary?.data.totals[id]
    if (!summary || !column || value?.value == null) return []
    const comparable = lacksLastDays(summary.meta) ? { ...value, delta_abs: null } : value
    return { column, value: comparable, days: daysOf(summary, id) }
  })
  return found[0] ?? null
}

type Summary = Awaited<ReturnType<OperationCaller["clients"]["queryMetrics"]>>

/** One value for each day of the period, null for days without data. */
function daysOf({ data, meta }: Summary, id: string): (number | null)[] {
  const points = data.rows.map(({ dims, values }) => ({ date: dims["date"] ?? "", value: values[id]?.value ?? null }))
  if (!meta.period) return []
  return fillDates(points, meta.period, "day").map((day) => ("value" in day ? day.value : null))
}
