/** A widget of a report: its title, its data in the form of its kind, and a note about problems. */
import type { ReactNode } from "react"
import { BrandTable } from "@/components/ai-visibility/brand-table"
import { GoalProgress } from "./goal-progress"
import { MetricRow } from "./metric-row"
import { MetricTable } from "./metric-table"
import { TimeSeries } from "./time-series"
import type { Days, WidgetData } from "./widget-data"
import { WidgetNote } from "./widget-note"

export function Widget({ widget, days, comparison }: { widget: WidgetData; days: Days; comparison: Days }) {
  return (
    <section aria-label={widget.title} className={`min-w-0 ${isSmall(widget) ? "" : "col-span-full"}`}>
      <h3 className="mb-2 font-strong">{widget.title}</h3>
      <WidgetNote widget={widget} />
      {widget.status !== "error" && widget.status !== "empty" && show(widget, { days, comparison })}
    </section>
  )
}

function show(widget: WidgetData, periods: { days: Days; comparison: Days }): ReactNode {
  const { kind, goal, ai_visibility, text } = widget
  if (kind === "text") return <Prose text={text ?? ""} />
  if (kind === "metric") return <MetricRow title={widget.title} columns={widget.columns} values={widget.totals} />
  if (kind === "time_series") return <TimeSeries widget={widget} {...periods} />
  if (kind === "goal") return goal && <GoalProgress goal={goal} column={widget.columns[0]} />
  if (kind === "ai_visibility") return ai_visibility && <BrandTable rows={ai_visibility.rows} />
  return <MetricTable widget={widget} />
}

/** True for a single metric. Such widgets are shown side by side. */
const isSmall = ({ kind, columns }: WidgetData) => kind === "metric" && columns.length === 1

/** Commentary. Empty lines separate paragraphs. */
function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/)
  return (
    <div className="grid max-w-[68ch] gap-3 text-head">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
