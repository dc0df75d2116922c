/** Reads final daily values of a client's metrics from the stored facts. */
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { hasMissingRate } from "@/domain/metrics/currency"
import { finalThrough } from "@/domain/metrics/freshness"
import { maxRows } from "@/domain/metrics/metric-query"
import { periodOf } from "@/domain/metrics/period"
import { queryMetrics } from "@/domain/metrics/query"
import type { QueryContext, Source } from "@/domain/metrics/query-context"
import type { SeriesDay } from "./finding"

/** The days of each metric in order, up to the last one that is final and requested. Starts with the first data. */
export type DailySeries = {
  lastFinalDay: string
  currency: string | null
  /** True if amounts of some days are unknown, because an exchange rate is missing. */
  isRateMissing: boolean
  byMetric: Map<string, SeriesDay[]>
}

type SeriesQuery = {
  metricIds: readonly string[]
  filter: Record<string, string[]>
  /** The sources that the filter selects. They determine which days are final. */
  sources: Source[]
  days: number
  /** The last day to read, if it is before the last final day. */
  through?: string
}

/** A query may name this many metrics. */
const maxMetrics = 20

/** Returns null when no source has a final day yet. */
export async function readDailySeries(
  context: QueryContext,
  query: SeriesQuery,
  now: Date,
): Promise<DailySeries | null> {
  const lastFinalDay = finalThrough(query.sources)
  if (lastFinalDay === null || query.metricIds.length === 0) return null
  const to = query.through && query.through < lastFinalDay ? query.through : lastFinalDay
  const { timezone } = context
  const period = periodOf({ from: addDays(to, 1 - query.days), to }, "day", { timezone, today: dayIn(timezone, now) })
  const byMetric = new Map<string, SeriesDay[]>()
  let currency: string | null = null
  let isRateMissing = false
  for (let i = 0; i < query.metricIds.length; i += maxMetrics) {
    const metrics = query.metricIds.slice(i, i + maxMetrics)
    const metricQuery = {
      metrics: [...metrics],
      dimensions: [],
      filter: query.filter,
      order_by: "date",
      limit: maxRows,
    }
    const { table, currency: money, warnings } = await queryMetrics(context, metricQuery, period)
    currency ??= money?.code ?? null
    isRateMissing ||= hasMissingRate(warnings)
    for (const id of metrics) byMetric.set(id, daysOf(id, table.rows))
  }
  return { lastFinalDay, currency, isRateMissing, byMetric }
}

type Row = Awaited<ReturnType<typeof queryMetrics>>["table"]["rows"][number]

/**
 * The values of one metric in the rows of a query by day. Days before the first data are left out. A ratio without a
 * value on a day can still have one of its parts, such as spend without conversions.
 */
export function daysOf(id: string, rows: readonly Row[]): SeriesDay[] {
  const days = rows.map(({ dims, values }) => dayOf(dims.date as string, values[id]))
  const first = days.findIndex((day) => partsOfDay.some((part) => day[part] != null))
  return first < 0 ? [] : days.slice(first)
}

const partsOfDay = ["value", "numerator", "denominator"] as const

function dayOf(date: string, found: Row["values"][string] | undefined): SeriesDay {
  const { value = null, numerator, denominator } = found ?? {}
  return { date, value, ...(numerator != null && { numerator }), ...(denominator != null && { denominator }) }
}
