/** A figure on an axis from 0 to `most`, with the interval that it may lie in. The numbers stand beside it. */
import type { Data } from "@/components/api/types"

export type Figure = Data<"aiVisibility", "getMetrics">["rows"][number]["visibility"]

export function IntervalBar({ figure, most = 1 }: { figure: Figure; most?: number }) {
  const { value, ci } = figure
  const place = (share: number) => `${Math.min(100, Math.max(0, (share / most) * 100))}%`
  if (value === null) return null
  return (
    <span aria-hidden className="relative block h-4 w-full min-w-24 border-line border-l">
      {ci && (
        <span
          className="absolute top-1 h-2 rounded-[2px] bg-accent/20"
          style={{ left: place(ci.low), right: `calc(100% - ${place(ci.high)})` }}
        />
      )}
      <span className="absolute top-0 h-4 w-0.5 bg-accent" style={{ left: `calc(${place(value)} - 1px)` }} />
    </span>
  )
}
