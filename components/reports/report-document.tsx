/** A report as a document: its sections with their widgets, and the commentary of the report and of each section. */
import type { ReactNode } from "react"
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

export const sectionTitle = "mb-5 break-after-avoid border-line border-b pb-2 text-title"
/** The bar between the title and the document: the period fields, and the line about the freshness of the data. */
export const reportToolbar =
  "mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-2.5 print:border-0 print:py-0 max-sm:[&>form]:w-full"
/** The column of a report, on every page that shows one. */
export const reportColumn = "mx-auto w-full max-w-[840px]"
