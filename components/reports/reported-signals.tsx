/** The signals of the period, in a report. */
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { severityNames, severityStates } from "@/components/signals/signal-labels"
import { Badge } from "@/components/ui/badge"
import { pluralize } from "@/domain/kernel/format-count"
import type { WidgetData } from "./widget-data"

export function ReportedSignals({ widget, team }: { widget: WidgetData; team: string | undefined }) {
  const { signals, rows_total } = widget
  const hidden = rows_total - signals.length
  return (
    <>
      <ul className="border-line border-t">
        {signals.map(({ id, severity, title, summary, period }) => (
          <li key={id} className="break-inside-avoid border-line border-b py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {team ? (
                <Link href={`${team}/signals/${id}`} className="font-strong hover:underline">
                  {title}
                </Link>
              ) : (
                <strong>{title}</strong>
              )}
              <Badge state={severityStates[severity]}>{severityNames[severity]}</Badge>
              <span className="figures text-quiet text-table">{periodLabel(period)}</span>
            </p>
            <p className="mt-0.5 text-quiet">{summary}</p>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="mt-1 text-quiet text-table">{pluralize(hidden, "more signal")}.</p>}
    </>
  )
}
