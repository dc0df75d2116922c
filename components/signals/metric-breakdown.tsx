/** How much each channel, campaign or source contributed to the change of a metric, as bars left and right of zero. */
import { ChangeBar } from "@/components/charts/change-bar"
import { pluralize } from "@/domain/kernel/format-count"
import { formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import { type Breakdown, changeOf, nameOf, nounOf } from "./contribution-text"

type Part = Breakdown["parts"][number]

/** The maximum number of parts with their own row. One more row adds up the others. */
const maxRows = 7

export function MetricBreakdown({ breakdown }: { breakdown: Breakdown }) {
  const { parts, dimension, unit, currency } = breakdown
  const format = { unit, currency } as ValueFormat
  const moved = parts.filter((part) => changeOf(part) !== 0).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const shown = new Set(moved.slice(0, maxRows))
  const others = parts.filter((part) => !shown.has(part))
  const rows = parts.filter((part) => shown.has(part)).map((part) => ({ ...part, name: nameOf(part.name) }))
  if (others.length > 0) rows.push(sumOf(others, pluralize(others.length, `other ${nounOf(dimension)}`)))
  const widest = Math.max(...rows.map(sizeOf))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((part) => (
        <li
          key={part.name}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-2 text-table sm:grid-cols-[minmax(0,1fr)_11rem_minmax(8rem,16rem)_6rem]"
        >
          <span className="min-w-0 break-words max-sm:col-span-full">{part.name}</span>
          <span className="figures text-quiet sm:text-right">
            {formatValue(part.before, format)} <span aria-hidden>→</span>
            <span className="sr-only">then</span> {formatValue(part.after, format)}
          </span>
          <ChangeBar change={changeOf(part)} widest={widest} />
          <span className="figures text-right">{signedChange(part, format)}</span>
        </li>
      ))}
    </ul>
  )
}

const sizeOf = (part: Part) => Math.abs(changeOf(part))

const sumOf = (parts: Part[], name: string): Part => ({
  name,
  before: parts.reduce((total, { before }) => total + before, 0),
  after: parts.reduce((total, { after }) => total + after, 0),
})

function signedChange(part: Part, format: ValueFormat) {
  const change = changeOf(part)
  const size = formatValue(Math.abs(change), format)
  if (change < 0) return `−${size}`
  return change > 0 ? `+${size}` : size
}
