/** Tooltip of a chart over time for one point, by mouse and keyboard. */
import type { ReactNode } from "react"
import type { Break } from "./breaks"
import { Swatch } from "./legend"
import type { TimeLine, TimePoint } from "./time-point"

/** Recharts sets `active` and `payload`. */
type Props<Point extends TimePoint> = {
  active?: boolean
  payload?: readonly { payload?: Point }[]
  lines: TimeLine[]
  breaks: Break[]
  formatValue: (value: number) => string
  formatTime: (at: number) => string
  /** Shown below the values. */
  note?: ((point: Point) => ReactNode) | undefined
}

export function TimeTooltip<Point extends TimePoint>(props: Props<Point>) {
  const { active, payload, lines, breaks, formatValue, formatTime, note } = props
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  const { values } = point
  return (
    <div role="status" className="max-w-72 rounded-box border border-line bg-surface px-3 py-2 text-table shadow-float">
      <p className="mb-1 text-quiet text-small">{formatTime(point.at)}</p>
      {lines
        .filter(({ id }) => values[id] !== undefined)
        .map((line) => (
          <p key={line.id} className="figures flex items-center gap-2">
            <Swatch series={line} />
            <bdi className={`min-w-0 flex-1 truncate ${line.isBold ? "font-strong" : ""}`}>
              {line.name}
              {line.isComparison && point.comparedAt !== undefined && (
                <span className="text-quiet"> {formatTime(point.comparedAt)}</span>
              )}
            </bdi>
            <strong>{values[line.id] == null ? "–" : formatValue(values[line.id] as number)}</strong>
          </p>
        ))}
      {note?.(point)}
      {breaks
        .filter(({ at }) => at === point.at)
        .map(({ number, reasons }) => (
          <p key={number} className="mt-1 text-small">
            {reasons.join(". ")}
          </p>
        ))}
    </div>
  )
}
