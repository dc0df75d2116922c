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
import { chartNote, intervalLabel, timeLabel } from "./chart-ranges"
import { successRate } from "./success-rate"

type Stats = Data<"webhooks", "getStats">
type ChartProps = { stats: Stats; zone: string | undefined }

const outcomes = {
  succeeded: { name: "delivered", color: "var(--series-1)" },
  failed: { name: "failed", color: "var(--color-danger)" },
}
const percentiles = {
  p50_ms: { name: "p50", color: "var(--series-1)" },
  p95_ms: { name: "p95", color: "var(--series-2)" },
}

export function WebhookCharts({ stats }: { stats: Stats }) {
  const zone = useZone()
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <AttemptChart stats={stats} zone={zone} />
        <ResponseTimeChart stats={stats} zone={zone} />
      </div>
      <p className="mt-2 text-quiet text-small">{chartNote(stats.range, zone)}</p>
    </>
  )
}

/** One bar per interval, with failed attempts stacked on delivered ones. */
function AttemptChart({ stats, zone }: ChartProps) {
  const { totals, buckets } = stats
  return (
    <ChartFigure
      title="Attempts"
      total={count(totals.attempts)}
      legend={[
        { ...outcomes.succeeded, value: `${count(totals.succeeded)} (${successRate(totals)})` },
        { ...outcomes.failed, value: count(totals.failed) },
      ]}
      emptyText={totals.attempts === 0 && "No attempts in this period."}
    >
      <BarChart data={buckets} margin={margin} barCategoryGap={2}>
        <CartesianGrid {...gridStyle} />
        <XAxis {...timeAxis(stats, zone)} />
        <YAxis allowDecimals={false} width={44} tickCount={3} {...axisStyle} />
        <Tooltip
          content={<ChartTooltip formatLabel={tooltipLabel(stats, zone)} />}
          cursor={{ fill: "var(--color-hover)" }}
          isAnimationActive={false}
        />
        {Object.entries(outcomes).map(([key, { name, color }]) => (
          <Bar key={key} dataKey={key} name={name} stackId="attempts" fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </ChartFigure>
  )
}

function ResponseTimeChart({ stats, zone }: ChartProps) {
  const { totals, buckets } = stats
  return (
    <ChartFigure
      title="Response time"
      total={formatMilliseconds(totals.p95_ms)}
      legend={[percentiles.p95_ms, { ...percentiles.p50_ms, value: formatMilliseconds(totals.p50_ms) }]}
      emptyText={totals.p95_ms === null && "No responses in this period."}
    >
      <LineChart data={buckets} margin={margin}>
        <CartesianGrid {...gridStyle} />
        <XAxis {...timeAxis(stats, zone)} />
        <YAxis width={56} tickCount={3} tickFormatter={formatAxisMilliseconds} {...axisStyle} />
        <Tooltip
          content={<ChartTooltip formatLabel={tooltipLabel(stats, zone)} format={formatMilliseconds} />}
          isAnimationActive={false}
        />
        {Object.entries(percentiles).map(([key, { name, color }]) => (
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
    </ChartFigure>
  )
}

const gridStyle = { vertical: false, stroke: "var(--color-line)" }

const timeAxis = ({ range }: Stats, zone: string | undefined) => ({
  dataKey: "from",
  tickFormatter: (from: string) => timeLabel(from, range, zone),
  minTickGap: 48,
  ...axisStyle,
})

/** Returns a function that names the interval of a bar or point by its start. */
function tooltipLabel({ range, buckets }: Stats, zone: string | undefined) {
  const endByStart = new Map(buckets.map(({ from, to }) => [from, to]))
  return (from: string) => intervalLabel(from, endByStart.get(from) ?? from, range, zone)
}

const margin = { top: 6, right: 8, bottom: 0, left: 0 }

type FigureProps = {
  title: string
  total: string
  legend: { name: string; value?: string; color: string }[]
  /** Text shown instead of an empty chart. */
  emptyText: string | false
  children: ReactElement
}

/** A chart with its title, its total and its legend above. */
function ChartFigure({ title, total, legend, emptyText, children }: FigureProps) {
  return (
    <figure className="min-w-0" aria-label={title}>
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <span className="text-quiet">{title}</span>
        <span className="figures text-figure">{total}</span>
        {!emptyText &&
          legend.map(({ name, value, color }) => (
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
