/** The legend of a chart: a swatch in the color of each series, its name, and optionally its value. */
import { cn } from "@/components/ui/class-names"

export type LegendSeries = {
  id: string
  name: string
  color: string
  /** The value, shown after the name. */
  valueLabel?: string | undefined
  isComparison?: boolean
  /** The series is drawn as bars, so its swatch is a square. */
  isBar?: boolean
}

/** `className` applies to each entry. */
type Props = { series: readonly LegendSeries[]; className?: string }

export const Legend = ({ series, className }: Props) =>
  series.map((item) => (
    <span key={item.id} className={cn("inline-flex min-w-0 items-center gap-1.5", className)}>
      <Swatch series={item} />
      <bdi className="truncate">{item.name}</bdi>
      {item.valueLabel && <strong className="figures">{item.valueLabel}</strong>}
    </span>
  ))

type SwatchProps = { series: Pick<LegendSeries, "color" | "isComparison" | "isBar"> }

/** A short piece of a line as the chart draws it, or a square for bars. */
export function Swatch({ series: { color, isComparison, isBar } }: SwatchProps) {
  if (isBar) return <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: color }} />
  return (
    <svg aria-hidden="true" width="14" height="8" className="shrink-0">
      <line
        x1="0"
        x2="14"
        y1="4"
        y2="4"
        stroke={color}
        strokeWidth="2"
        strokeDasharray={isComparison ? "4 2" : undefined}
      />
    </svg>
  )
}
