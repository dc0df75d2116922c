/**
 * Shows the breaks and notes of a chart (breaks.ts): a vertical rule for each, and a list of the reasons below the
 * chart.
 */
import { ReferenceLine, useChartWidth } from "recharts"
import { dayAt } from "@/components/days"
import { type Break, ruleAt } from "./breaks"
import { dayLabel } from "./labels"

/**
 * The longest reason that the chart shows beside its rule. Only the list shows longer reasons, and those of several
 * breaks.
 */
const maxLabelCharacters = 36
/** Narrower charts show the number of each break instead. The class in BreakList repeats this width. */
const minLabeledWidthPx = 560

/** Rendered inside the chart, because it reads the chart's width. `points` are the times of the chart's points. */
export function BreakRules({ breaks, points }: { breaks: Break[]; points: number[] }) {
  const width = useChartWidth() ?? 0
  const text = width < minLabeledWidthPx ? null : labelOf(breaks)
  const first = points[0] ?? 0
  const last = points.at(-1) ?? 0
  return breaks.map((seriesBreak) => {
    const x = ruleAt(seriesBreak, points)
    // Right of this position, the text stands on the left of its rule, so that it stays inside the chart.
    const isAtEnd = x > first + (last - first) * 0.6
    const textPosition = isAtEnd ? "insideTopRight" : "insideTopLeft"
    return (
      <ReferenceLine
        key={seriesBreak.number}
        x={x}
        stroke={seriesBreak.isNote ? "var(--color-edge)" : "var(--color-quiet)"}
        strokeDasharray="2 3"
        label={{
          value: text ?? seriesBreak.number,
          position: text ? textPosition : "top",
          fontSize: text ? 12 : 11,
          fill: "var(--color-quiet)",
        }}
      />
    )
  })
}

/** The list below the chart. Where the chart itself shows the only reason, the list is for screen readers only. */
export function BreakList({ breaks }: { breaks: Break[] }) {
  if (breaks.length === 0) return null
  return (
    <ol
      aria-label={breaks.some(({ isNote }) => isNote) ? "Annotations" : "Breaks in the series"}
      className={`mt-2 grid gap-1 text-quiet text-table ${labelOf(breaks) ? "@min-[560px]:sr-only" : ""}`}
    >
      {breaks.map(({ number, at, reasons, isListedAbove }) => (
        <li key={number} className="flex gap-2">
          <span className="figures shrink-0">
            {number} · {dayLabel(dayAt(at))}
          </span>
          <span className="min-w-0">{isListedAbove ? "Explained above." : reasons.join(". ")}</span>
        </li>
      ))}
    </ol>
  )
}

/** The reason that the chart shows beside its rule. Null when there are several breaks, or the reason does not fit. */
function labelOf(breaks: Break[]) {
  const [only, ...others] = breaks
  const text = only?.reasons.join(". ") ?? ""
  return others.length === 0 && text.length <= maxLabelCharacters ? text : null
}
