/** Charts of a webhook over time: number of attempts, outcomes and response times. */
"use client"

import type { Data } from "@/components/api/types"
import { TotalChart } from "@/components/charts/total-chart"
import { formatAxisMilliseconds, formatMilliseconds } from "@/components/format-duration"
import { Empty } from "@/components/lists/empty"
import { useZone } from "@/components/use-zone"
import { count } from "@/domain/kernel/format-count"
import { chartNote, intervalLabel, timeLabel } from "./chart-ranges"
import { successRate } from "./success-rate"

type Stats = Data<"webhooks", "getStats">

const outcomes = {
  succeeded: { id: "succeeded", name: "delivered", color: "var(--series-1)", isBar: true },
  failed: { id: "failed", name: "failed", color: "var(--color-danger)", isBar: true },
} as const
const percentiles = {
  p50: { id: "p50_ms", name: "p50", color: "var(--series-1)" },
  p95: { id: "p95_ms", name: "p95", color: "var(--series-2)" },
} as const

export function WebhookCharts({ stats }: { stats: Stats }) {
  const zone = useZone()
  const { totals, range, buckets } = stats
  if (totals.attempts === 0)
    return (
      <Empty title="No attempts in this period">Attempts and response times appear here after the next delivery.</Empty>
    )
  const endByStart = new Map(buckets.map(({ from, to }) => [from, to]))
  const shared = {
    rows: buckets,
    timeKey: "from",
    formatTime: (from: string) => timeLabel(from, range, zone),
    formatInterval: (from: string) => intervalLabel(from, endByStart.get(from) ?? from, range, zone),
  } as const
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <TotalChart
          {...shared}
          label="Attempts"
          total={count(totals.attempts)}
          title={totals.attempts === 1 ? "attempt" : "attempts"}
          series={[
            { ...outcomes.succeeded, valueLabel: `${count(totals.succeeded)} (${successRate(totals)})` },
            { ...outcomes.failed, valueLabel: count(totals.failed) },
          ]}
        />
        <TotalChart
          {...shared}
          label="Response time"
          total={formatMilliseconds(totals.p95_ms)}
          title="response time, p95"
          series={[{ ...percentiles.p50, valueLabel: formatMilliseconds(totals.p50_ms) }, percentiles.p95]}
          formatValue={formatMilliseconds}
          formatTick={formatAxisMilliseconds}
          empty={totals.p95_ms === null && <Empty title="No responses in this period" />}
        />
      </div>
      <p className="mt-2 text-quiet text-small">{chartNote(range, zone)}</p>
    </>
  )
}
