/**
 * Chart of the requests of 30 days, from the first request on: one column per day, stacked by status class. Empty
 * without requests.
 */
"use client"

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Data } from "@/components/api/types"
import { axisStyle } from "@/components/charts/axis"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { dayLabel } from "@/components/charts/day-label"
import { count } from "@/domain/kernel/format-count"
import { usedDays } from "./used-days"

type Day = Data<"keys", "getUsage">[number]

const layers = [
  { kind: "2xx", name: "success", color: "var(--series-1)" },
  { kind: "3xx", name: "not modified", color: "var(--series-5)" },
  { kind: "4xx", name: "client error", color: "var(--color-caution)" },
  { kind: "5xx", name: "server error", color: "var(--color-danger)" },
] as const

type StatusClass = (typeof layers)[number]["kind"]

export function UsageChart({ days }: { days: Day[] }) {
  const total = layers.reduce((sum, { kind }) => sum + requestCount(days, kind), 0)
  if (total === 0) return null
  return (
    <figure className="mb-8">
      <figcaption className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <span>
          <strong className="figures block text-figure">{count(total)}</strong>
          <span className="text-quiet">
            {total === 1 ? "request" : "requests"} in the last 30 days, by day (UTC) and response status
          </span>
        </span>
        <Legend days={days} />
      </figcaption>
      <div className="h-44">
        <ResponsiveContainer initialDimension={{ width: 900, height: 176 }}>
          <BarChart
            data={usedDays(days, requestsOn)}
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
            barCategoryGap={2}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="date"
              tickFormatter={dayLabel}
              minTickGap={40}
              interval="equidistantPreserveStart"
              {...axisStyle}
            />
            <YAxis allowDecimals={false} width={44} tickCount={3} {...axisStyle} />
            <Tooltip content={<ChartTooltip />} cursor={{ fill: "var(--color-hover)" }} isAnimationActive={false} />
            {layers.map(({ kind, name, color }) => (
              <Bar
                key={kind}
                dataKey={kind}
                name={`${kind} ${name}`}
                stackId="day"
                fill={color}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

/** The status classes that occur, each with its number of requests. */
function Legend({ days }: { days: Day[] }) {
  const occurring = layers
    .map((layer) => ({ ...layer, requests: requestCount(days, layer.kind) }))
    .filter(({ requests }) => requests > 0)
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1 text-table">
      {occurring.map(({ kind, name, color, requests }) => (
        <span key={kind} className="figures inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-[2px]" style={{ background: color }} />
          {kind} {name} <strong>{count(requests)}</strong>
        </span>
      ))}
    </span>
  )
}

const requestsOn = (day: Day) => layers.reduce((sum, { kind }) => sum + day[kind], 0)

const requestCount = (days: Day[], kind: StatusClass) => days.reduce((sum, day) => sum + day[kind], 0)
