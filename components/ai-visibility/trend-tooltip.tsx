/** Tooltip of the trend chart for one scan, by mouse and keyboard. The greatest value comes first. */
import { formatDate } from "@/components/format-date"
import { percent, percentRange } from "@/domain/metrics/format-value"
import type { Line, Point } from "./trend"
import type { Break } from "./trend-breaks"

type Props = {
  active?: boolean
  payload?: readonly { payload?: Point }[]
  lines: (Line & { color: string })[]
  breaks: Break[]
}

export function TrendTooltip({ active, payload, lines, breaks }: Props) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  const { values } = point
  return (
    <div className="max-w-72 rounded-box border border-line bg-surface px-3 py-2 text-table shadow-float">
      <p className="mb-1 text-quiet text-small">{formatDate(new Date(point.at), "UTC")}</p>
      {lines
        .filter(({ id }) => values[id] !== undefined)
        .sort((a, b) => (values[b.id] ?? -1) - (values[a.id] ?? -1))
        .map(({ id, name, color, isOwn }) => (
          <p key={id} className="figures flex items-center gap-2">
            <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: color }} />
            <bdi className={`min-w-0 flex-1 truncate ${isOwn ? "font-strong" : ""}`}>{name}</bdi>
            <strong>{values[id] == null ? "–" : percent(values[id])}</strong>
          </p>
        ))}
      {point.band && (
        <p className="figures mt-1 text-quiet text-small">
          95% interval {percentRange({ low: point.band[0], high: point.band[1] })}, {point.answers_n} answers
        </p>
      )}
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
