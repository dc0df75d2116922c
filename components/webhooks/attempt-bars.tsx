/** The attempts of a webhook in the last 24 hours: one bar per hour, with failures in red. */
import type { Data } from "@/components/api/types"
import { count, pluralize } from "@/domain/kernel/format-count"

type Bucket = Data<"webhooks", "getStats">["buckets"][number]

const [width, height, gap] = [120, 22, 1]

export function AttemptBars({ buckets }: { buckets: Bucket[] }) {
  const max = Math.max(...buckets.map((bucket) => bucket.attempts), 1)
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0)
  const all = buckets.reduce((sum, bucket) => sum + bucket.attempts, 0)
  const step = width / buckets.length
  const barHeight = (attempts: number) => (attempts === 0 ? 0 : Math.max(2, (attempts / max) * (height - 1)))
  return (
    <svg
      role="img"
      aria-label={`${pluralize(all, "attempt")} in 24 hours, ${count(failed)} failed`}
      width={width}
      height={height}
      className="block"
    >
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
      {buckets.map(({ from, attempts, failed }, n) => (
        <g key={from}>
          <rect
            x={n * step}
            y={height - 1 - barHeight(attempts)}
            width={step - gap}
            height={barHeight(attempts)}
            fill="var(--series-1)"
          />
          <rect
            x={n * step}
            y={height - 1 - barHeight(failed)}
            width={step - gap}
            height={barHeight(failed)}
            fill="var(--color-danger)"
          />
        </g>
      ))}
    </svg>
  )
}
