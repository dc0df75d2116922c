/** Tooltip of a bar chart for one bar, by mouse and keyboard. */
import { dayLabel } from "./day-label"

type Item = { dataKey?: unknown; name?: string | number; value?: unknown; color?: string }
type Props = {
  active?: boolean
  label?: string | number
  payload?: readonly Item[]
  /** Formats the label. By default the label is a day. */
  formatLabel?: (label: string) => string
  format?: (value: number) => string
}

const formatNumber = (value: number) => value.toLocaleString("en")

export function ChartTooltip({ active, label, payload = [], formatLabel = dayLabel, format = formatNumber }: Props) {
  if (!active) return null
  return (
    <div role="status" className="rounded-box border border-line bg-surface px-3 py-2 text-table shadow-float">
      <p className="mb-1 text-quiet text-small">{formatLabel(String(label))}</p>
      {payload.map(({ dataKey, name, value, color }) => (
        <p key={String(dataKey)} className="figures flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-[2px]" style={{ background: color }} />
          <span className="flex-1">{name}</span>
          <strong>{typeof value === "number" ? format(value) : "–"}</strong>
        </p>
      ))}
    </div>
  )
}
