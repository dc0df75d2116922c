/** Chart of the requests of 30 days: one column per day, stacked by status class. Empty without requests. */
"use client"

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Data } from "@/components/api/types"
import { axisStyle } from "@/components/charts/axis"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { dayLabel } from "@/components/charts/day-label"
import { count } from "@/domain/kernel/format-count"

type Day = Data<"keys", "getUsage">[number]

const layers = [
  { kind: "2xx", name: "success", color: "var(--series-1)" },
  { kind: "3xx", name: "not modified", color: "var(--series-5)" },
  { kind: "4xx", name: "client error", color: "var(--color-caution)" },
  { kind: "5xx", name: "server error", color: "var(--color-danger)" },
] as const

export function UsageChart({ days }: { days: Day[] }) {
  const totals = layers.map((layer) => ({ ...layer, total: days.reduce((sum, day) => sum + day[layer.kind], 0) }))
  const received = totals.filter(({ total }) => total > 0)
  const total = totals.reduce((sum, layer) => sum + layer.total, 0)
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
        <span className="flex flex-wrap gap-x-5 gap-y-1 text-table">
          {received.map(({ kind, name, color, total }) => (
            <span key={kind} className="figures inline-flex items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-[2px]" style={{ background: color }} />
              {kind} {name} <strong>{count(total)}</strong>
            </span>
          ))}
        </span>
      </figcaption>
      <div className="h-44">
        <ResponsiveContainer initialDimension={{ width: 900, height: 176 }}>
          <BarChart data={days} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} barCategoryGap={2}>
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
