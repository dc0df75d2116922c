/** The attempts of a webhook in the last 24 hours: one bar per hour, with failures in red. */
import type { Data } from "@/components/api/types"
import { count, pluralize } from "@/domain/kernel/format-count"

type Bucket = Data<"webhooks", "getStats">["buckets"][number]

// In pixels.
const width = 120
const height = 22
const gap = 1

export function AttemptBars({ buckets }: { buckets: Bucket[] }) {
  const max = Math.max(...buckets.map((bucket) => bucket.attempts), 1)
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0)
  const total = buckets.reduce((sum, bucket) => sum + bucket.attempts, 0)
  const slotWidth = width / buckets.length
  // The lowest pixel is the base line. A bar has at least two pixels, so that a single attempt is visible.
  const barHeight = (attempts: number) => (attempts === 0 ? 0 : Math.max(2, (attempts / max) * (height - 1)))
  return (
    <svg
      role="img"
      aria-label={`${pluralize(total, "attempt")} in 24 hours, ${count(failed)} failed`}
      width={width}
      height={height}
      className="block"
    >
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
      {buckets.map(({ from, attempts, failed }, index) => (
        <g key={from}>
          <rect
            x={index * slotWidth}
            y={height - 1 - barHeight(attempts)}
            width={slotWidth - gap}
            height={barHeight(attempts)}
            fill="var(--series-1)"
          />
          <rect
            x={index * slotWidth}
            y={height - 1 - barHeight(failed)}
            width={slotWidth - gap}
            height={barHeight(failed)}
            fill="var(--color-danger)"
          />
        </g>
      ))}
    </svg>
  )
}
