/** Waterfall chart of a request's phases: DNS, connect and so on, on one time scale. */
import type { Attempt } from "@/components/api/types"
import { formatMilliseconds } from "@/components/format-duration"

/** In the order of a request. */
const phases = [
  { id: "dns", name: "DNS", color: "var(--series-5)" },
  { id: "connect", name: "Connect", color: "var(--series-3)" },
  { id: "tls", name: "TLS", color: "var(--series-4)" },
  { id: "waiting", name: "Wait", color: "var(--series-1)" },
  { id: "download", name: "Body", color: "var(--series-2)" },
] as const

export function Waterfall({ timings }: { timings: Attempt["timings_ms"] }) {
  let sumMs = 0
  // Each phase starts where the phases before it end.
  const measured = phases.flatMap(({ id, name, color }) => {
    const durationMs = timings[id]
    if (durationMs === null) return []
    const startMs = sumMs
    sumMs += durationMs
    return [{ id, name, color, startMs, durationMs }]
  })
  // Rounded phases can add up to more than the total. The minimum prevents a division by zero.
  const totalMs = Math.max(timings.total ?? 0, sumMs, 0.001)
  const percentOfTotal = (ms: number) => `${(ms / totalMs) * 100}%`
  return (
    <table className="w-full max-w-xl border-collapse text-table" aria-label="Timing">
      <tbody>
        {measured.map(({ id, name, color, startMs, durationMs }) => (
          <tr key={id}>
            <th scope="row" className="w-16 py-0.5 pr-3 text-left font-normal text-quiet">
              {name}
            </th>
            <td className="py-0.5">
              <div className="relative h-2.5" aria-hidden>
                <div
                  className="absolute inset-y-0 min-w-0.5 rounded-[2px]"
                  style={{ left: percentOfTotal(startMs), width: percentOfTotal(durationMs), background: color }}
                />
              </div>
            </td>
            <td className="figures w-20 py-0.5 pl-3 text-right">{formatMilliseconds(durationMs)}</td>
          </tr>
        ))}
        {timings.total !== null && (
          <tr className="border-line border-t">
            <th scope="row" className="py-1 pr-3 text-left font-strong">
              Total
            </th>
            <td />
            <td className="figures py-1 pl-3 text-right font-strong">{formatMilliseconds(timings.total)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
