/**
 * The band around the first line of a chart, such as its interval. It stops at breaks, and at points without a band.
 */
import { useXAxisScale, useYAxisScale } from "recharts"
import { isIn, type Segment } from "./breaks"
import type { TimePoint } from "./time-point"

type Props = { points: TimePoint[]; segments: Segment[] }

/** Rendered inside the chart, because it draws with the chart's scales. */
export function Bands({ points, segments }: Props) {
  const x = useXAxisScale()
  const y = useYAxisScale()
  if (!x || !y) return null
  return runsOf(points, segments).map((run) => {
    const top = run.map(({ at, band }) => `${x(at)},${y(band[1])}`)
    const bottom = run.map(({ at, band }) => `${x(at)},${y(band[0])}`).reverse()
    return <polygon key={run[0]?.at} points={[...top, ...bottom].join(" ")} {...rangeStyle} />
  })
}

/** The look of every range in a chart. */
export const rangeStyle = { fill: "var(--series-range)", stroke: "var(--series-range-edge)" }

/** Explains ranges in the legend of a chart. */
export const RangeSwatch = () => (
  <span
    aria-hidden
    className="h-2 w-3 border"
    style={{ background: rangeStyle.fill, borderColor: rangeStyle.stroke }}
  />
)

type PointWithBand = TimePoint & { band: [low: number, high: number] }

/** Splits the points at breaks and at points without a band. Each run is drawn as one polygon. */
export function runsOf(points: TimePoint[], segments: Segment[]): PointWithBand[][] {
  const runs: PointWithBand[][] = []
  for (const segment of segments) {
    runs.push([])
    for (const point of points.filter(({ at }) => isIn(segment, at))) {
      if (hasBand(point)) runs.at(-1)?.push(point)
      else runs.push([])
    }
  }
  return runs.filter((run) => run.length > 0)
}

const hasBand = (point: TimePoint): point is PointWithBand => Boolean(point.band)
