/** Tooltip of a chart of bars or lines for one interval, by mouse and keyboard. */
import { Swatch } from "./legend"

type Item = { dataKey?: unknown; name?: string | number; value?: unknown; color?: string }
type Props = {
  active?: boolean
  label?: string | number
  payload?: readonly Item[]
  formatLabel: (label: string) => string
  format: (value: number) => string
}

export function ChartTooltip({ active, label, payload = [], formatLabel, format }: Props) {
  if (!active) return null
  return (
    <div role="status" className="rounded-box border border-line bg-surface px-3 py-2 text-table shadow-float">
      <p className="mb-1 text-quiet text-small">{formatLabel(String(label))}</p>
      {payload.map(({ dataKey, name, value, color }) => (
        <p key={String(dataKey)} className="figures flex items-center gap-2">
          <Swatch series={{ color: color ?? "", isBar: true }} />
          <span className="flex-1">{name}</span>
          <strong>{typeof value === "number" ? format(value) : "–"}</strong>
        </p>
      ))}
    </div>
  )
}
