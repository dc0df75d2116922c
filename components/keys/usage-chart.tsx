/**
 * Chart of the requests of 30 days, from the first request on: one bar per day, stacked by status class. Empty without
 * requests.
 */
"use client"

import type { Data } from "@/components/api/types"
import { dayLabel } from "@/components/charts/labels"
import { TotalChart } from "@/components/charts/total-chart"
import { count } from "@/domain/kernel/format-count"

type Day = Data<"keys", "getUsage">[number]

const layers = [
  { id: "2xx", name: "2xx success", color: "var(--series-1)" },
  { id: "3xx", name: "3xx not modified", color: "var(--series-5)" },
  { id: "4xx", name: "4xx client error", color: "var(--series-2)" },
  { id: "5xx", name: "5xx server error", color: "var(--color-danger)" },
] as const

export function UsageChart({ days }: { days: Day[] }) {
  const total = days.reduce((sum, day) => sum + requestsOn(day), 0)
  if (total === 0) return null
  return (
    <div className="mb-8">
      <TotalChart
        label="Requests by day"
        total={count(total)}
        title={`${total === 1 ? "request" : "requests"} in the last 30 days, by day (UTC) and response status`}
        rows={usedDays(days)}
        series={occurringLayers(days)}
        timeKey="date"
        formatTime={dayLabel}
      />
    </div>
  )
}

/** The status classes that occur, each with its number of requests. */
const occurringLayers = (days: Day[]) =>
  layers
    .map((layer) => ({ ...layer, isBar: true, requests: days.reduce((sum, day) => sum + day[layer.id], 0) }))
    .filter(({ requests }) => requests > 0)
    .map(({ requests, ...layer }) => ({ ...layer, valueLabel: count(requests) }))

const requestsOn = (day: Day) => layers.reduce((sum, { id }) => sum + day[id], 0)

/** A chart of fewer days would look like a single block. */
const minDays = 7

/** Leaves out the days before the first request, but returns at least the last 7 days. */
export function usedDays(days: Day[]): Day[] {
  const first = days.findIndex((day) => requestsOn(day) > 0)
  return days.slice(Math.max(0, Math.min(first, days.length - minDays)))
}
