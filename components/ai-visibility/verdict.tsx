/** Shows whether a metric changed since the previous scan, with the size of the change when it is significant. */
import { isSignificant, type Row } from "./format-metrics"

type Change = NonNullable<Row["change"]>

const labels: Record<Change["verdict"], string> = {
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
  if (!isSignificant(verdict)) return <span className="whitespace-nowrap text-quiet">{labels[verdict]}</span>
  const colorClass = brand.kind === "own" ? (verdict === "up" ? "text-clear" : "text-danger") : "text-quiet"
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={`mr-1 ${colorClass}`}>
        {verdict === "up" ? "▲" : "▼"}
      </span>
      {labels[verdict]}
      {delta_abs !== null && ` ${formatPoints(delta_abs)}`}
    </span>
  )
}

type MetricName = keyof Change["metrics"]

/** The verdict on another headline metric of your brand. A lower position is better. */
export function MetricVerdict({ row: { change }, name }: { row: Pick<Row, "change">; name: MetricName }) {
  const { verdict, delta } = change?.metrics[name] ?? {}
  if (!verdict) return null
  if (!isSignificant(verdict)) return <span className="whitespace-nowrap text-quiet">{labels[verdict]}</span>
  const isBetter = (verdict === "up") !== (name === "average_position")
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={`mr-1 ${isBetter ? "text-clear" : "text-danger"}`}>
        {verdict === "up" ? "▲" : "▼"}
      </span>
      {labels[verdict]} {sizes[name](Math.abs(delta ?? 0))}
    </span>
  )
}

const sizes: Record<MetricName, (size: number) => string> = {
  share_of_voice: formatPoints,
  citation_rate: formatPoints,
  average_position: (size) => size.toFixed(1),
  sentiment_score: (size) => size.toFixed(0),
}

/** "12.3 points" */
function formatPoints(difference: number) {
  const size = Math.abs(difference * 100).toFixed(1)
  return `${size} ${size === "1.0" ? "point" : "points"}`
}
