/**
 * A small chart of stacked bars with a tooltip by mouse and keyboard. It has no axis of values and needs no chart
 * library, for pages whose code must stay small. `TotalChart` draws large charts.
 */
"use client"

import { type KeyboardEvent, type PointerEvent, useState } from "react"
import { cn } from "@/components/ui/class-names"
import { count } from "@/domain/kernel/format-count"
import { ChartTooltip } from "./chart-tooltip"
import type { LegendSeries } from "./legend"

/** `title` names the bar. `values` are in the order of the series, which are stacked from the bottom to the top. */
type SmallBar = { id: string; title: string; values: readonly number[] }

/** `label` names the chart for screen readers. */
type Props = { label: string; series: readonly LegendSeries[]; bars: readonly SmallBar[] }

export function SmallBars({ label, series, bars }: Props) {
  /** The index of the bar whose tooltip is open. */
  const [active, setActive] = useState<number | null>(null)
  const max = Math.max(1, ...bars.map(totalOf))
  const last = bars.length - 1

  function onKeyDown(event: KeyboardEvent) {
    // Alt and the left arrow go back in the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = indexAfterKey(event.key, active ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }

  function onPointerMove({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setActive(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))))
  }

  const activeBar = active === null ? undefined : bars[active]
  return (
    <div className="relative">
      <div
        role="application"
        aria-label={`${label}. Use the arrow keys to read each bar.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the tooltip, as in the other charts
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setActive((current) => current ?? last)}
        onBlur={() => setActive(null)}
        onPointerDown={onPointerMove}
        onPointerMove={onPointerMove}
        // After a touch, the tooltip stays until the focus leaves the chart.
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setActive(null)}
        onPointerCancel={() => setActive(null)}
        className="flex h-20 border-line border-t border-b"
      >
        {bars.map((bar, index) => (
          <div key={bar.id} className={cn("flex flex-1 flex-col-reverse px-[0.5px]", index === active && "bg-hover")}>
            {series.map(({ id, color }, position) => {
              const value = bar.values[position] ?? 0
              // A single request of a busy day is still two pixels high.
              if (value === 0) return null
              return (
                <div key={id} className="min-h-0.5" style={{ height: `${(value / max) * 100}%`, background: color }} />
              )
            })}
          </div>
        ))}
      </div>
      {activeBar && active !== null && (
        <div
          className="pointer-events-none absolute bottom-full z-10 mb-1 whitespace-nowrap"
          style={tooltipPosition(active, bars.length)}
        >
          <ChartTooltip
            active
            label={activeBar.title}
            formatLabel={(title) => title}
            format={count}
            payload={series.map(({ id, name, color }, i) => ({
              dataKey: id,
              name,
              color,
              value: activeBar.values[i] ?? 0,
            }))}
          />
        </div>
      )}
    </div>
  )
}

const totalOf = ({ values }: SmallBar) => values.reduce((sum, value) => sum + value, 0)

/** The bar that a key moves the tooltip to. Null closes the tooltip. Undefined if the key does nothing. */
export function indexAfterKey(key: string, current: number, last: number): number | null | undefined {
  if (key === "ArrowLeft") return Math.max(0, current - 1)
  if (key === "ArrowRight") return Math.min(last, current + 1)
  if (key === "Home") return 0
  if (key === "End") return last
  return key === "Escape" ? null : undefined
}

/** Aligns the tooltip with the bar, on the side that has more space. */
const tooltipPosition = (index: number, bars: number) =>
  index < bars / 2 ? { left: `${(index / bars) * 100}%` } : { right: `${((bars - 1 - index) / bars) * 100}%` }
