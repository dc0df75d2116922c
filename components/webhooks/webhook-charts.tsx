/** What was sent to a webhook over time: how much, with which outcome, and how fast it answered. */
"use client"

import { type ReactElement, useEffect, useState } from "react"
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Data } from "@/components/api/types"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { count, milliseconds, successRate } from "./figures"
import { momentLabel } from "./moment-label"

type Stats = Data<"webhooks", "getStats">

const axis = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--color-quiet)" }
const parts = [
  { key: "succeeded", name: "delivered", color: "var(--series-1)" },
  { key: "failed", name: "failed", color: "var(--color-danger)" },
] as const
const lines = [
  { key: "p50_ms", name: "p50", color: "var(--series-1)" },
  { key: "p95_ms", name: "p95", color: "var(--series-2)" },
] as const

export function WebhookCharts({ stats }: { stats: Stats }) {
  const { totals, range, buckets } = stats
  const zone = useZone()
  const label = (from: string) => momentLabel(from, range, zone)
  const x = <XAxis dataKey="from" tickFormatter={label} minTickGap={48} {...axis} />
  const grid = <CartesianGrid vertical={false} stroke="var(--color-line)" />
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <Chart
        title="Attempts"
        figure={count(totals.attempts)}
        notes={[
          { name: "success", value: successRate(totals) },
          { name: "failed", value: count(totals.failed) },
        ]}
      >
        <BarChart data={buckets} margin={margin} barCategoryGap={2}>
          {grid}
          {x}
          <YAxis allowDecimals={false} width={44} tickCount={3} {...axis} />
          <Tooltip content={<ChartTooltip inWords={label} />} cursor={{ fill: "var(--color-hover)" }} {...still} />
          {parts.map(({ key, name, color }) => (
            <Bar key={key} dataKey={key} name={name} stackId="attempts" fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      </Chart>
      <Chart
        title="Time to answer"
        figure={milliseconds(totals.p95_ms)}
        notes={[
          { name: "p95", value: milliseconds(totals.p95_ms), color: lines[1].color },
          { name: "p50", value: milliseconds(totals.p50_ms), color: lines[0].color },
        ]}
      >
        <LineChart data={buckets} margin={margin}>
          {grid}
          {x}
          <YAxis width={56} tickCount={3} tickFormatter={milliseconds} {...axis} />
          <Tooltip content={<ChartTooltip inWords={label} format={milliseconds} />} {...still} />
          {lines.map(({ key, name, color }) => (
            <Line
              key={key}
              dataKey={key}
              name={name}
              stroke={color}
              strokeWidth={1.5}
              dot={{ r: 2, fill: color }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </Chart>
    </div>
  )
}

const margin = { top: 6, right: 8, bottom: 0, left: 0 }
const still = { isAnimationActive: false }

type ChartProps = {
  title: string
  figure: string
  notes: { name: string; value: string; color?: string }[]
  children: ReactElement
}

function Chart({ title, figure, notes, children }: ChartProps) {
  return (
    <figure className="min-w-0" aria-label={title}>
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <span className="text-quiet">{title}</span>
        <span className="figures text-figure">{figure}</span>
        {notes.map(({ name, value, color }) => (
          <span key={name} className="figures inline-flex items-center gap-1.5 text-table">
            {color && <span aria-hidden className="h-0.5 w-3" style={{ background: color }} />}
            {name} <strong>{value}</strong>
          </span>
        ))}
      </figcaption>
      <div className="h-44">
        <ResponsiveContainer initialDimension={{ width: 480, height: 176 }}>{children}</ResponsiveContainer>
      </div>
    </figure>
  )
}

/** The viewer's zone is known in the browser only: until then the axis is in UTC, as the server drew it. */
function useZone() {
  const [zone, setZone] = useState<string | undefined>("UTC")
  useEffect(() => setZone(undefined), [])
  return zone
}
