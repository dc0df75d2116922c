/** Bar that shows a value and its confidence interval on an axis from 0 to 100%. The numbers are shown beside it. */
import { percent } from "@/domain/metrics/format-value"
import type { Bounds } from "./format-metrics"

type Props = {
  metric: { value: number | null; ci: Bounds | null }
  /** The previous value, drawn as a ring. */
  previous?: number | null | undefined
  /** The value of the best competitor, drawn as a short gray mark. */
  competitor?: number | null | undefined
  /** True for brands other than your brand. */
  isSecondary?: boolean
}

export function IntervalBar({ metric: { value, ci }, previous, competitor, isSecondary }: Props) {
  if (value === null) return null
  const offset = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`
  return (
    <span aria-hidden className="relative block h-4 w-full min-w-24">
      <span className="absolute inset-x-0 top-[7.5px] h-px bg-edge/60" />
      {ci && (
        <span
          className={`absolute top-1 h-2 rounded-[2px] ${isSecondary ? "bg-edge/60" : "bg-accent-bar"}`}
          style={{ left: offset(ci.low), right: `calc(100% - ${offset(ci.high)})` }}
        />
      )}
      {competitor != null && (
        <span
          className="absolute top-[3px] h-2.5 w-0.5 bg-quiet"
          style={{ left: `calc(${offset(competitor)} - 1px)` }}
        />
      )}
      {previous != null && (
        <span
          className="absolute top-[4.5px] size-[7px] rounded-full border border-quiet bg-surface"
          style={{ left: `calc(${offset(previous)} - 3.5px)` }}
        />
      )}
      <span
        className={`absolute top-0 h-4 w-0.5 rounded-[1px] ${isSecondary ? "bg-quiet" : "bg-accent"}`}
        style={{ left: `calc(${offset(value)} - 1px)` }}
      />
    </span>
  )
}

/** The end of an axis on which all shares fit. When all are 0, the axis ends at 100%. */
export function endOfAxis(shares: (number | null)[]): number {
  const highest = Math.max(0, ...shares.map((share) => share ?? 0))
  if (highest === 0) return 1
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((end) => highest <= end) ?? 1
}

/** The end of an axis of positions, which starts at 1. Every given position fits on it. */
export function endOfRankAxis(positions: (number | null | undefined)[]): number {
  const highest = Math.max(1, ...positions.map((position) => position ?? 1))
  return [3, 5, 10, 20, 50].find((end) => highest <= end) ?? Math.ceil(highest)
}

type RankProps = Pick<Props, "metric" | "previous">

/** Bar of an average position, on an axis from 1, the best position, to a number that it shows. */
export function RankBar({ metric: { value, ci }, previous }: RankProps) {
  if (value === null) return <span className="block h-4" />
  const end = endOfRankAxis([value, ci?.high, previous])
  const offset = (position: number) => (position - 1) / (end - 1)
  return (
    <span aria-hidden className="figures flex items-center gap-1.5 text-quiet text-small leading-4">
      1
      <IntervalBar
        metric={{ value: offset(value), ci: ci && { low: offset(ci.low), high: offset(ci.high) } }}
        previous={previous == null ? null : offset(previous)}
      />
      {end}
    </span>
  )
}

/** Column header with the ends and the middle of the axis. */
export function Axis() {
  return (
    <span aria-hidden className="figures flex justify-between">
      {[0, 0.5, 1].map((end) => (
        <span key={end}>{percent(end, 0)}</span>
      ))}
    </span>
  )
}
