/** Labels at the ends of chart lines, moved apart when they would overlap. Narrow charts have a legend instead. */
import { useChartWidth, usePlotArea, useYAxisScale } from "recharts"

type Label = { id: string; name: string; color: string; value: number | null }

const lineHeightPx = 16

/** The chart's right margin in pixels. Charts narrower than 560 px have no labels at the ends of their lines. */
export const endLabelMargin = (chartWidth: number) => (chartWidth < 560 ? 8 : 132)

export function EndLabels({ labels }: { labels: Label[] }) {
  const width = useChartWidth() ?? 0
  const plot = usePlotArea()
  const scale = useYAxisScale()
  if (!plot || !scale || endLabelMargin(width) < 100) return null
  const placed = spread(
    labels.flatMap((label) => (label.value === null ? [] : [{ ...label, y: Number(scale(label.value)) }])),
    plot.y + plot.height,
  )
  return (
    <g aria-hidden>
      {placed.map(({ id, name, color, y }) => (
        <text key={id} x={plot.x + plot.width + 4} y={y} dy="0.32em" fontSize={12} fill={color}>
          {name.length > 18 ? `${name.slice(0, 17)}…` : name}
        </text>
      ))}
    </g>
  )
}

/** Moves labels apart from top to bottom, at least one line height each. Keeps all above the bottom of the plot. */
function spread<L extends { y: number }>(labels: L[], bottom: number): L[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y)
  for (let i = 1; i < sorted.length; i++) {
    const [above, label] = [sorted[i - 1] as L, sorted[i] as L]
    sorted[i] = { ...label, y: Math.max(label.y, above.y + lineHeightPx) }
  }
  for (let i = sorted.length - 1; i >= 0; i--) {
    const limit = i === sorted.length - 1 ? bottom : (sorted[i + 1] as L).y - lineHeightPx
    const label = sorted[i] as L
    sorted[i] = { ...label, y: Math.min(label.y, limit) }
  }
  return sorted
}
