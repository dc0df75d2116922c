/** Bar of a share on an axis from 0 to `max`. The number is shown beside it. */

export const ShareBar = ({ share, max = 1 }: { share: number; max?: number }) => (
  <span aria-hidden className="block h-1.5 min-w-16 overflow-hidden rounded-full bg-line">
    <span className="block h-full bg-accent" style={{ width: `${Math.min(100, (share / max) * 100)}%` }} />
  </span>
)
