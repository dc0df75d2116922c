/** Bar that shows a value and its confidence interval on an axis from 0 to `max`. The numbers are shown beside it. */
import { percent } from "@/components/metrics/format-value"
import type { Bounds } from "./format-metrics"

type Props = {
  figure: { value: number | null; ci: Bounds | null }
  max?: number
  /** The previous value, drawn as a hollow mark. */
  before?: number | null | undefined
  /** True for brands other than your brand. */
  isQuiet?: boolean
}

export function IntervalBar({ figure: { value, ci }, max = 1, before, isQuiet }: Props) {
  if (value === null) return null
  const place = (share: number) => `${Math.min(100, Math.max(0, (share / max) * 100))}%`
  return (
    <span aria-hidden className="relative block h-4 w-full min-w-24">
      <span className="absolute inset-x-0 top-[7.5px] h-px bg-line" />
      {ci && (
        <span
          className={`absolute top-1 h-2 rounded-[2px] ${isQuiet ? "bg-edge/35" : "bg-accent/25"}`}
          style={{ left: place(ci.low), right: `calc(100% - ${place(ci.high)})` }}
        />
      )}
      {before != null && (
        <span
          className="absolute top-[4.5px] size-[7px] rounded-full border border-quiet bg-surface"
          style={{ left: `calc(${place(before)} - 3.5px)` }}
        />
      )}
      <span
        className={`absolute top-0 h-4 w-0.5 rounded-[1px] ${isQuiet ? "bg-quiet" : "bg-accent"}`}
        style={{ left: `calc(${place(value)} - 1px)` }}
      />
    </span>
  )
}

/** The end of an axis on which all `figures` fit. */
export function endOfAxis(figures: Props["figure"][]): number {
  const highest = Math.max(0, ...figures.map(({ value, ci }) => ci?.high ?? value ?? 0))
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((end) => highest <= end) ?? 1
}

/** Column header with the ends and the middle of the axis. */
export function Axis({ max }: { max: number }) {
  return (
    <span className="figures flex justify-between">
      {[0, max / 2, max].map((end) => (
        <span key={end}>{percent(end, 0)}</span>
      ))}
    </span>
  )
}
