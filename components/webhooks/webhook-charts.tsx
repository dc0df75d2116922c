/** Charts of a webhook over time: number of attempts, outcomes and response times. */
"use client"

import type { ReactElement } from "react"
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Data } from "@/components/api/types"
import { axisStyle } from "@/components/charts/axis"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { formatAxisMilliseconds, formatMilliseconds } from "@/components/format-duration"
import { useZone } from "@/components/use-zone"
import { count } from "@/domain/kernel/format-count"
import { momentLabel, spanLabel, zoneLabel } from "./moment-label"
import { successRate } from "./success-rate"

type Stats = Data<"webhooks", "getStats">

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
  const ends = new Map(buckets.map(({ from, to }) => [from, to]))
  const formatLabel = (from: string) => spanLabel(from, ends.get(from) ?? from, range, zone)
  const x = <XAxis dataKey="from" tickFormatter={label} minTickGap={48} {...axisStyle} />
  const grid = <CartesianGrid vertical={false} stroke="var(--color-line)" />
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Chart
          title="Attempts"
          total={count(totals.attempts)}
          notes={[
            { name: "delivered", value: `${count(totals.succeeded)} (${successRate(totals)})`, color: parts[0].color },
            { name: "failed", value: count(totals.failed), color: parts[1].color },
          ]}
          emptyText={totals.attempts === 0 && "No attempts in this period."}
        >
          <BarChart data={buckets} margin={margin} barCategoryGap={2}>
            {grid}
            {x}
            <YAxis allowDecimals={false} width={44} tickCount={3} {...axisStyle} />
            <Tooltip
              content={<ChartTooltip formatLabel={formatLabel} />}
              cursor={{ fill: "var(--color-hover)" }}
              {...withoutAnimation}
            />
            {parts.map(({ key, name, color }) => (
              <Bar key={key} dataKey={key} name={name} stackId="attempts" fill={color} isAnimationActive={false} />
            ))}
          </BarChart>
        </Chart>
        <Chart
          title="Response time"
          total={formatMilliseconds(totals.p95_ms)}
          notes={[
            { name: "p95", color: lines[1].color },
            { name: "p50", value: formatMilliseconds(totals.p50_ms), color: lines[0].color },
          ]}
          emptyText={totals.p95_ms === null && "No responses in this period."}
        >
          <LineChart data={buckets} margin={margin}>
            {grid}
            {x}
            <YAxis width={56} tickCount={3} tickFormatter={formatAxisMilliseconds} {...axisStyle} />
            <Tooltip
              content={<ChartTooltip formatLabel={formatLabel} format={formatMilliseconds} />}
              {...withoutAnimation}
            />
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
      <p className="mt-2 text-quiet text-small">{zoneLabel(range, zone)}</p>
    </>
  )
}

const margin = { top: 6, right: 8, bottom: 0, left: 0 }
const withoutAnimation = { isAnimationActive: false }

type ChartProps = {
  title: string
  total: string
  notes: { name: string; value?: string; color: string }[]
  /** Text shown instead of an empty chart. */
  emptyText: string | false
  children: ReactElement
}

function Chart({ title, total, notes, emptyText, children }: ChartProps) {
  return (
    <figure className="min-w-0" aria-label={title}>
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <span className="text-quiet">{title}</span>
        <span className="figures text-figure">{total}</span>
        {!emptyText &&
          notes.map(({ name, value, color }) => (
            <span key={name} className="figures whitespace-nowrap text-table">
              <span aria-hidden className="mr-1.5 inline-block h-0.5 w-3 align-middle" style={{ background: color }} />
              {name} {value && <strong>{value}</strong>}
            </span>
          ))}
      </figcaption>
      <div className="h-44">
        {emptyText ? (
          <p className="grid h-full place-content-center rounded-box border border-line border-dashed text-quiet">
            {emptyText}
          </p>
        ) : (
          <ResponsiveContainer initialDimension={{ width: 480, height: 176 }}>{children}</ResponsiveContainer>
        )}
      </div>
    </figure>
  )
}
