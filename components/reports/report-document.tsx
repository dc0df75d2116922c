/** A report as a document: its sections with their widgets, and the commentary of the report and of each section. */
import type { ReactNode } from "react"
import { sectionTitle } from "./document-classes"
import { Widget } from "./widget"
import type { WidgetData, WidgetPlace } from "./widget-data"
import { widgetGrid } from "./widget-grid"

type Props = WidgetPlace & {
  sections: { id: string; title: string; widgets: WidgetData[] }[]
  /** Renders the commentary of a section, and of the whole report for null. */
  commentary: (sectionId: string | null) => ReactNode
}

export function ReportDocument({ sections, commentary, ...place }: Props) {
  return (
    <div className="grid gap-y-14 print:block print:space-y-14">
      {commentary(null)}
      {sections.map(({ id, title, widgets }) => (
        <section key={id} aria-label={title || "Untitled section"} className="group relative min-w-0">
          {title && <h2 className={`${sectionTitle} wrap-anywhere`}>{title}</h2>}
          {commentary(id)}
          <div className={widgetGrid}>
            {widgets.map((widget) => (
              <Widget key={widget.id} widget={widget} {...place} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
