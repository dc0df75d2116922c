/** Labels at the ends of chart lines, moved apart when they would overlap. Narrow charts have a legend instead. */
import { useChartWidth, usePlotArea, useXAxisScale, useYAxisScale } from "recharts"
import type { TimeLine } from "./time-point"

/**
 * `endsAt`: the time of the line's last point, if the line ends before the chart does. The label then stands above the
 * point, or with `isBelow` below it.
 */
type Label = Pick<TimeLine, "id" | "name" | "valueLabel" | "color" | "nameAt" | "isBelow"> & {
  value: number | null
  endsAt?: number
}

const lineHeightPx = 16
/** The space in pixels that a label needs on the left of the point where its line ends. */
const labelWidthPx = 124
/** The number of characters that fit into the right margin. */
const maxCharacters = 19

const fitsEndLabels = (chartWidth: number) => chartWidth >= 560

/** The chart's right margin in pixels. It leaves space for the labels, if the chart is wide enough for them. */
export const endLabelMargin = (chartWidth: number) => (fitsEndLabels(chartWidth) ? 132 : 8)

export function EndLabels({ labels }: { labels: Label[] }) {
  const width = useChartWidth() ?? 0
  const plot = usePlotArea()
  const xScale = useXAxisScale()
  const yScale = useYAxisScale()
  if (!plot || !xScale || !yScale || !fitsEndLabels(width)) return null
  const placedLabels = labels.flatMap((label) =>
    label.value === null ? [] : [{ ...label, y: Number(yScale(label.value)) }],
  )
  const atRightEdge = placedLabels.filter(({ endsAt }) => endsAt === undefined)
  return (
    <g aria-hidden>
      {spread(atRightEdge, plot.y + plot.height).map((label) => (
        <text key={label.id} x={plot.x + plot.width + 4} y={label.y} dy="0.32em" fontSize={12} fill={label.color}>
          {textOf(label)}
        </text>
      ))}
      {placedLabels.map((label) => {
        if (label.endsAt === undefined) return null
        const point = { x: Number(xScale(label.endsAt)), y: label.y }
        return (
          <text key={label.id} {...besidePoint(point, label, plot)} fontSize={12} fill={label.color} {...halo}>
            {textOf(label)}
          </text>
        )
      })}
    </g>
  )
}

type Point = { x: number; y: number }
type Plot = { x: number; y: number; height: number }

/**
 * Above the point and left of it, or below it and right of it, where a line that rises has not been. A name in the
 * middle of its line stands above or below it.
 */
function besidePoint({ x, y }: Point, { nameAt, isBelow }: Pick<Label, "nameAt" | "isBelow">, plot: Plot) {
  if (nameAt !== undefined) return { x, y: isBelow ? y + lineHeightPx + 4 : y - 12, textAnchor: "middle" } as const
  if (isBelow)
    return { x: x + 4, y: Math.min(y + lineHeightPx, plot.y + plot.height - 4), textAnchor: "start" } as const
  return { x, y: y - 8, textAnchor: x - plot.x < labelWidthPx ? "start" : "end" } as const
}

/** Keeps a label readable where it covers another line. */
const halo = { stroke: "var(--color-ground)", strokeWidth: 4, paintOrder: "stroke" }

/** Shortens a long name, but never the value after it. */
export function textOf({ name, valueLabel }: Pick<Label, "name" | "valueLabel">) {
  const space = valueLabel ? Math.max(4, maxCharacters - valueLabel.length - 1) : maxCharacters - 1
  const shownName = name.length > space ? `${name.slice(0, space - 1)}…` : name
  return valueLabel ? `${shownName} ${valueLabel}` : shownName
}

/**
 * Moves labels apart, so that they are at least one line height from each other. First moves labels down from the one
 * above, then up from the bottom of the plot.
 */
function spread<PlacedLabel extends { y: number }>(labels: PlacedLabel[], bottom: number): PlacedLabel[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y)
  for (let i = 1; i < sorted.length; i++) {
    const above = sorted[i - 1] as PlacedLabel
    const label = sorted[i] as PlacedLabel
    sorted[i] = { ...label, y: Math.max(label.y, above.y + lineHeightPx) }
  }
  for (let i = sorted.length - 1; i >= 0; i--) {
    const limit = i === sorted.length - 1 ? bottom : (sorted[i + 1] as PlacedLabel).y - lineHeightPx
    const label = sorted[i] as PlacedLabel
    sorted[i] = { ...label, y: Math.min(label.y, limit) }
  }
  return sorted
}
