/** Bar of a share on an axis from 0 to `max`. The number is shown beside it. */
import { cn } from "@/components/ui/class-names"

type Props = {
  /** From 0 to 1. */
  share: number
  /** The end of the axis. Without it, the axis ends at 1, and the bar has a background that shows the whole. */
  max?: number
  /** Highlights the share of your brand. */
  isOwn?: boolean
}

export const ShareBar = ({ share, max, isOwn }: Props) => (
  <span aria-hidden className={cn("block h-1.5 min-w-16 overflow-hidden rounded-full", max === undefined && "bg-line")}>
    <span
      className={cn("block h-full", isOwn ? "bg-accent" : "bg-accent-bar")}
      style={{ width: `${Math.min(100, (share / (max ?? 1)) * 100)}%` }}
    />
  </span>
)
