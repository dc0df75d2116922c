/** Shows the change since the comparison period. The arrow's color shows whether it is good. */
import type { Data } from "@/components/api/types"
import type { ValueFormat } from "@/domain/metrics/format-value"

type Value = Pick<Data<"clients", "queryMetrics">["totals"][string], "delta_abs" | "delta_rel" | "trend_is">

export function Change({ value, column }: { value: Value; column: ValueFormat }) {
  const { delta_abs, delta_rel, trend_is } = value
  if (delta_abs === null) return <span className="text-quiet">–</span>
  const text = size(delta_abs, delta_rel, column)
  const isNone = !/[1-9]/.test(text)
  const colorClass = trend_is === "good" ? "text-clear" : trend_is === "bad" ? "text-danger" : "text-quiet"
  return (
    <span className="figures whitespace-nowrap">
      {!isNone && (
        <span aria-hidden className={`mr-1 ${colorClass}`}>
          {delta_abs > 0 ? "▲" : "▼"}
        </span>
      )}
      {text}
      {!isNone && trend_is !== "neutral" && <span className="sr-only"> ({trend_is})</span>}
    </span>
  )
}

/** Changes of ratios are in percentage points, all others in percent. */
function size(absolute: number, relative: number | null, { unit }: ValueFormat) {
  if (unit === "ratio") return `${formatSigned(absolute * 100)} pp`
  return relative === null ? formatSigned(absolute) : `${formatSigned(relative * 100)}%`
}

const signed = { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** Always one decimal, so that the changes of a column line up. */
const formatSigned = (n: number) => n.toLocaleString("en", signed).replace("-", "−")
