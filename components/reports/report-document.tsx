/**
 * A report as a document: a summary, its sections with their widgets, and the commentary of the report and of each
 * section.
 */
import type { ReactNode } from "react"
import type { Compare } from "@/components/lists/ranges"
import { sectionTitle } from "./document-classes"
import { ReportSummary } from "./report-summary"
import { hasSummary } from "./summary-parts"
import { Widget } from "./widget"
import type { WidgetData, WidgetPlace } from "./widget-data"
import { isSmall, widgetGrid } from "./widget-grid"

type Props = WidgetPlace & {
  sections: { id: string; title: string; widgets: WidgetData[] }[]
  /** The name of a preset period, or another text. */
  range: string
  compare: Compare
  /** Renders the commentary of a section, and of the whole report for null. */
  commentary: (sectionId: string | null) => ReactNode
}

export function ReportDocument({ sections, commentary, range, compare, ...place }: Props) {
  const allWidgets = sections.flatMap((section) => section.widgets)
  const isSummarized = hasSummary(allWidgets, place)
  return (
    <div className="grid gap-y-14 print:block print:space-y-10">
      <ReportSummary {...{ range, compare }} widgets={allWidgets} days={place.days} comparison={place.comparison} />
      {commentary(null)}
      {sections.map(({ id, title, widgets }) => (
        <section key={id} aria-label={title || "Untitled section"} className="group relative min-w-0">
          {title && <h2 className={`${sectionTitle} wrap-anywhere`}>{title}</h2>}
          {commentary(id)}
          <div className={widgetGrid(widgets.filter(isSmallWidget).length)}>
            {widgets.map((widget) => (
              <Widget
                key={widget.id}
                widget={widget}
                {...place}
                hasSummary={isSummarized}
                widgetsAbove={allWidgets.slice(0, allWidgets.indexOf(widget))}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

const isSmallWidget = ({ kind, columns }: WidgetData) => isSmall(kind, columns.length)
