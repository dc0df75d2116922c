/** Shows whether visibility changed since the previous scan, with the size of the change when it is significant. */
import type { Row } from "./format-metrics"

const labels: Record<NonNullable<Row["change"]>["verdict"], string> = {
  up: "up",
  down: "down",
  no_clear_change: "no clear change",
  not_comparable: "not comparable",
  insufficient: "too few answers",
}

/** An increase is green and a decrease red for your brand. Changes of other brands are neutral. */
export function Verdict({ row: { change, brand } }: { row: Pick<Row, "change" | "brand"> }) {
  if (!change) return null
  const { verdict, delta_abs } = change
  if (verdict !== "up" && verdict !== "down")
    return <span className="whitespace-nowrap text-quiet">{labels[verdict]}</span>
  const colorClass = brand.kind === "own" ? (verdict === "up" ? "text-clear" : "text-danger") : "text-quiet"
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={`mr-1 ${colorClass}`}>
        {verdict === "up" ? "▲" : "▼"}
      </span>
      {labels[verdict]}
      {delta_abs !== null && ` ${points(delta_abs)}`}
    </span>
  )
}

/** "12.3 points" */
function points(difference: number) {
  const size = Math.abs(difference * 100).toFixed(1)
  return `${size} ${size === "1.0" ? "point" : "points"}`
}
