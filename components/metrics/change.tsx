/** Shows the change since the comparison period. The arrow of a large change is green if good and red if bad. */
import type { ClientMetrics } from "@/components/api/types"
import { isMultiple, type ValueFormat } from "@/domain/metrics/format-value"

/** Smaller relative changes are often due to chance. Their arrow has no color. */
export const minClearChange = 0.05

type Value = Pick<ClientMetrics["totals"][string], "delta_abs" | "delta_rel" | "trend_is">

export type Trend = Value["trend_is"]

export function Change({ value, column }: { value: Value; column: ValueFormat }) {
  const { delta_abs, delta_rel, trend_is } = value
  if (delta_abs === null) return <span className="text-quiet">–</span>
  const text = formatChange(delta_abs, delta_rel, column)
  const isZero = !/[1-9]/.test(text)
  const isLarge = delta_rel === null || Math.abs(delta_rel) >= minClearChange
  const trend = isLarge ? trend_is : "neutral"
  return (
    <span className="figures whitespace-nowrap">
      {!isZero && (
        <span aria-hidden className={`mr-1 ${trendColors[trend]}`}>
          {delta_abs > 0 ? "▲" : "▼"}
        </span>
      )}
      {text}
      {!isZero && trend !== "neutral" && <span className="sr-only"> ({trend})</span>}
    </span>
  )
}

const trendColors = { good: "text-clear", bad: "text-danger", neutral: "text-quiet" }

/** Changes of ratios are in percentage points, all others in percent. A multiple such as "4.64×" has no points. */
export function formatChange(absolute: number, relative: number | null, format: ValueFormat) {
  if (format.unit === "ratio" && !isMultiple(format))
    return `${formatSigned(absolute * 100, Math.abs(absolute) < 0.0005 ? 2 : 1)} points`
  return relative === null ? formatSigned(absolute) : `${formatSigned(relative * 100)}%`
}

/** One decimal, so that the changes of a column line up. Only changes that would be 0.0 have two. */
const formatSigned = (n: number, digits = 1) =>
  n
    .toLocaleString("en", { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace("-", "−")
