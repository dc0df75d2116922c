/** The breaks of a chart: a vertical rule for each, and below the chart the list of reasons. */
import { ReferenceLine, useChartWidth } from "recharts"
import { type Break, ruleAt } from "./breaks"
import { dayLabel } from "./day-label"

/** Longer reasons, and those of several breaks, would overlap. They are only in the list. */
const maxLabelLength = 36
/** In pixels. Narrower charts have numbers at their rules. */
const minLabeledWidth = 560

/** Rendered inside the chart. `points`: the times of the chart's points. */
export function BreakRules({ breaks, points }: { breaks: Break[]; points: number[] }) {
  const width = useChartWidth() ?? 0
  const text = width < minLabeledWidth ? null : labelOf(breaks)
  const [first = 0, last = 0] = [points[0], points.at(-1)]
  return breaks.map((seriesBreak) => {
    const x = ruleAt(seriesBreak, points)
    const isLate = x > first + (last - first) * 0.6
    return (
      <ReferenceLine
        key={seriesBreak.number}
        x={x}
        stroke="var(--color-quiet)"
        strokeDasharray="2 3"
        label={{
          value: text ?? seriesBreak.number,
          position: text ? (isLate ? "insideTopRight" : "insideTopLeft") : "top",
          fontSize: text ? 12 : 11,
          fill: "var(--color-quiet)",
        }}
      />
    )
  })
}

/** Rendered below the chart, also for screen readers. */
export function BreakList({ breaks }: { breaks: Break[] }) {
  if (breaks.length === 0) return null
  return (
    <ol
      aria-label="Breaks in the series"
      className={`mt-2 grid gap-1 text-quiet text-table ${labelOf(breaks) ? "@min-[560px]:sr-only" : ""}`}
    >
      {breaks.map(({ number, at, reasons }) => (
        <li key={number} className="flex gap-2">
          <span className="figures shrink-0">
            {number} · {dayLabel(new Date(at).toISOString().slice(0, 10))}
          </span>
          <span className="min-w-0">{reasons.join(". ")}</span>
        </li>
      ))}
    </ol>
  )
}

/** The text beside the rule of the only break. Null when it would not fit. */
function labelOf(breaks: Break[]) {
  const [only, ...others] = breaks
  const text = only?.reasons.join(". ") ?? ""
  return others.length === 0 && text.length <= maxLabelLength ? text : null
}
