/** Chart of the source types that answers cite, by scan, as shares of all citations. */
"use client"

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import type { Data } from "@/components/api/types"
import { axisStyle } from "@/components/charts/axis"
import { ChartTooltip } from "@/components/charts/chart-tooltip"
import { dayLabel } from "@/components/charts/day-label"
import { percent } from "@/domain/metrics/format-value"
import { type SourceClass, sourceTypes } from "./source-type"

type Scans = Data<"aiVisibility", "getSourceClasses">

/** Five distinguishable groups. All other source types are combined into one. */
const parts: { key: string; of: SourceClass[]; name: string; color: string }[] = [
  { key: "own", of: ["own"], name: sourceTypes.own.name, color: "var(--series-1)" },
  { key: "competitor", of: ["competitor"], name: sourceTypes.competitor.name, color: "var(--series-2)" },
  { key: "editorial", of: ["editorial"], name: sourceTypes.editorial.name, color: "var(--series-3)" },
  { key: "ugc", of: ["ugc"], name: sourceTypes.ugc.name, color: "var(--series-4)" },
  {
    key: "rest",
    of: ["reference", "institutional", "corporate", "other"],
    name: "other types",
    color: "color-mix(in oklab, var(--color-edge) 50%, transparent)",
  },
]

export function SourceTypeChart({ scans }: { scans: Scans }) {
  const points = scans.map(({ finished_at, citations_n, classes }) => ({
    day: finished_at.slice(0, 10),
    ...Object.fromEntries(
      parts.map(({ key, of }) => {
        const cited = classes.filter(({ source_class }) => of.includes(source_class))
        return [key, citations_n === 0 ? null : cited.reduce((sum, c) => sum + c.citations_n, 0) / citations_n]
      }),
    ),
  })) as ({ day: string } & Record<string, number | null | string>)[]
  const last = points.at(-1)
  const usedParts = parts.filter(({ key }) => points.some((point) => point[key]))
  return (
    <figure aria-label="Source types by scan">
      <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-table">
        {usedParts.map(({ key, name, color }) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-[2px]" style={{ background: color }} />
            {name}
            <span className="figures text-quiet">{typeof last?.[key] === "number" ? percent(last[key]) : "–"}</span>
          </span>
        ))}
      </figcaption>
      {points.length > 1 && (
        <div className="h-48 overflow-x-clip">
          <ResponsiveContainer initialDimension={{ width: 900, height: 192 }}>
            <BarChart data={points} margin={{ top: 6, right: 8, bottom: 0, left: 0 }} maxBarSize={56}>
              <CartesianGrid vertical={false} stroke="var(--color-line)" />
              <XAxis dataKey="day" tickFormatter={dayLabel} minTickGap={40} {...axisStyle} />
              <YAxis width={48} domain={[0, 1]} tickCount={3} tickFormatter={formatWholePercent} {...axisStyle} />
              <Tooltip
                isAnimationActive={false}
                cursor={{ fill: "var(--color-hover)" }}
                content={<ChartTooltip format={percent} />}
              />
              {usedParts.map(({ key, name, color }) => (
                <Bar key={key} dataKey={key} name={name} stackId="all" fill={color} isAnimationActive={false} />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
      )}
    </figure>
  )
}

const formatWholePercent = (share: number) => percent(share, 0)
