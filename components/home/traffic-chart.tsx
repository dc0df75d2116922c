/** Bars of the API requests of the last 24 hours, one per hour. Failed requests are red. */
import type { Data } from "@/components/api/types"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { count, pluralize } from "@/domain/kernel/format-count"

type Traffic = Data<"home", "getTraffic">

const [width, height] = [312, 56]

export function TrafficChart({ traffic: { hours, slowest }, path }: { traffic: Traffic; path: string }) {
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  if (requests === 0) return null
  const max = Math.max(...hours.map((hour) => hour.requests))
  const step = width / hours.length
  const heightOf = (n: number) => (n === 0 ? 0 : Math.max(3, (n / max) * (height - 2)))
  const summary = `${pluralize(requests, "request")} in 24 hours, ${count(failed)} failed`
  return (
    <Section title="API requests">
      <p className="mb-3 text-table">
        <Link href={path} className="text-accent hover:underline">
          {summary}
        </Link>
      </p>
      <svg role="img" aria-label={summary} viewBox={`0 0 ${width} ${height}`} className="block w-full max-w-sm">
        {hours.map(({ from, requests, failed }, n) => {
          const bar = { x: n * step + 1, width: step - 3 }
          return (
            <g key={from}>
              <title>{`${from.slice(11, 16)} UTC: ${pluralize(requests, "request")}, ${count(failed)} failed`}</title>
              <rect x={n * step} width={step} y={0} height={height} fill="transparent" />
              {/* An hour without requests has a stub, so that all 24 hours are visible. */}
              <rect {...bar} y={height - 4} height={3} fill="var(--color-line)" />
              <rect {...bar} y={height - 1 - heightOf(requests)} height={heightOf(requests)} fill="var(--series-1)" />
              <rect {...bar} y={height - 1 - heightOf(failed)} height={heightOf(failed)} fill="var(--color-danger)" />
            </g>
          )
        })}
        <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-edge)" />
      </svg>
      <p className="mt-1 flex max-w-sm justify-between text-quiet text-small">
        <span>24 hours ago</span>
        <span>now</span>
      </p>
      {slowest && (
        <p className="mt-2 text-quiet text-table">
          Slowest route, 95% within {Math.round(slowest.p95_ms)} ms:
          <code className="block break-all text-small">{slowest.route.replace("/api/v1", "")}</code>
        </p>
      )}
    </Section>
  )
}
