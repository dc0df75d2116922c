/** Waterfall chart of a request's phases: DNS, connect and so on, on one time scale. */
import type { Attempt } from "@/components/api/types"
import { formatMilliseconds } from "@/components/format-duration"

const phases = [
  ["dns", "DNS", "var(--series-5)"],
  ["connect", "Connect", "var(--series-3)"],
  ["tls", "TLS", "var(--series-4)"],
  ["waiting", "Wait", "var(--series-1)"],
  ["download", "Body", "var(--series-2)"],
] as const

export function Waterfall({ timings }: { timings: Attempt["timings_ms"] }) {
  const measured = phases.flatMap(([id, name, color]) => {
    const ms = timings[id]
    return ms === null ? [] : [{ id, name, color, ms }]
  })
  const sumMs = measured.reduce((total, { ms }) => total + ms, 0)
  // Rounded phases can add up to more than the total. The minimum prevents a division by zero.
  const totalMs = Math.max(timings.total ?? 0, sumMs, 0.001)
  let startMs = 0
  return (
    <table className="w-full max-w-xl border-collapse text-table" aria-label="Timing">
      <tbody>
        {measured.map(({ id, name, color, ms }) => {
          const left = (startMs / totalMs) * 100
          startMs += ms
          return (
            <tr key={id}>
              <th scope="row" className="w-16 py-0.5 pr-3 text-left font-normal text-quiet">
                {name}
              </th>
              <td className="py-0.5">
                <div className="relative h-2.5" aria-hidden>
                  <div
                    className="absolute inset-y-0 min-w-0.5 rounded-[2px]"
                    style={{ left: `${left}%`, width: `${(ms / totalMs) * 100}%`, background: color }}
                  />
                </div>
              </td>
              <td className="figures w-20 py-0.5 pl-3 text-right">{formatMilliseconds(ms)}</td>
            </tr>
          )
        })}
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
