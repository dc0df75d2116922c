/** The key metrics that a data source has values of: totals of its last 28 days, and a small line by day. */
import type { ClientMetrics } from "@/components/api/types"
import { fillDates } from "@/components/charts/fill-dates"
import { Sparkline } from "@/components/charts/sparkline"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { formatValue } from "@/domain/metrics/format-value"

type Props = {
  /** Values by day of this source alone. */
  metrics: ClientMetrics
  period: { from: string; to: string }
  /** The path of the client. */
  clientPath: string
}

const maxTiles = 6

export function SourceMetrics({ metrics: { columns, totals, rows }, period, clientPath }: Props) {
  const shown = columns.filter(({ id }) => totals[id]?.value != null).slice(0, maxTiles)
  if (shown.length === 0) return null
  const days = fillDates(
    rows.map(({ dims, values }) => ({ date: dims.date ?? "", values })),
    period,
    "day",
  )
  return (
    <Section title="Metrics" lead={`Totals of this source from ${periodLabel(period)}.`}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {shown.map((column) => (
          <li key={column.id} className="min-w-0">
            <Link
              href={`${clientPath}?metric=${column.id}`}
              className="block h-full rounded-box border border-line bg-surface px-3.5 pt-3 pb-2 hover:border-edge"
            >
              <span className="block truncate text-quiet text-small">{column.label}</span>
              <span className="figures mt-0.5 block truncate text-title">
                {formatValue(totals[column.id]?.value ?? null, column)}
              </span>
              <Sparkline
                values={days.map((day) => ("values" in day ? (day.values[column.id]?.value ?? null) : null))}
                className="mt-2 h-7 w-full"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
