/** The leading sentence of a client: how the most important metric changed in the period, and what changed most. */
import type { Data } from "@/components/api/types"
import { periodLabel, rangeNames } from "@/components/lists/ranges"
import { formatChange, minClearChange } from "@/components/metrics/change"
import { formatValue } from "@/domain/metrics/format-value"

type Metrics = Data<"clients", "queryMetrics">
type Column = Metrics["columns"][number]
type Value = Metrics["totals"][string]

type Days = { from: string; to: string }
/** `columns`: the key metrics, most important first. `range`: the name of a preset, or another text. */
type Props = { columns: Column[]; totals: Metrics["totals"]; range: string; days: Days }

export function ClientSentence({ columns, totals, range, days }: Props) {
  const changes = columns.flatMap((column) => {
    const value = totals[column.id]
    return value && value.delta_abs !== null && value.delta_rel !== null ? [{ column, value }] : []
  })
  const [first, ...others] = changes
  if (!first) return null
  const largest = others
    .filter(({ value }) => isClear(value))
    .toSorted((a, b) => relativeChange(b.value) - relativeChange(a.value))
    .slice(0, maxOthers)
  const rest = largest.map((change, i) => `${nameOf(change.column, i === 0)} ${movement(change.column, change.value)}`)
  return (
    <p className="wrap-anywhere mb-6 max-w-[76ch] text-pretty text-lead">
      <strong>
        {first.column.label} {movement(first.column, first.value)} to {formatValue(first.value.value, first.column)}
      </strong>{" "}
      {inPeriod(range, days)}. {rest.length > 0 && `${rest.join(" and ")}.`}
      {rest.length === 0 && others.length > 0 && "The other key metrics changed by less than 5%."}
    </p>
  )
}

const maxOthers = 2
const relativeChange = ({ delta_rel }: Value) => Math.abs(delta_rel ?? 0)
const isClear = (value: Value) => relativeChange(value) >= minClearChange

/** "fell 18.3%" */
function movement(column: Column, { delta_abs, delta_rel }: Value) {
  const size = formatChange(delta_abs ?? 0, delta_rel, column)
  if (!/[1-9]/.test(size)) return "changed by 0%"
  return `${(delta_abs ?? 0) > 0 ? "rose" : "fell"} ${size.replace(/^[+−]/, "")}`
}

/** "in the last 28 days", "last month", or "from 30 Oct to 26 Nov 2026" */
function inPeriod(range: string, days: Days) {
  const name = rangeNames[range]
  if (name) return /^last \d/.test(name) ? `in the ${name}` : name
  return `${days.from === days.to ? "on" : "from"} ${periodLabel(days)}`
}

/** The label inside a sentence: "ad spend", but "ROAS". */
const nameOf = ({ label }: Column, isFirst: boolean) =>
  isFirst || /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
