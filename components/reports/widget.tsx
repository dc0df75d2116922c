/** A widget of a report: its title, its data in the form of its kind, and a note about problems. */
import type { ReactNode } from "react"
import { BrandTable } from "@/components/ai-visibility/brand-table"
import { GoalProgress } from "@/components/goals/goal-progress"
import type { Sorting } from "@/components/lists/sort-th"
import { cn } from "@/components/ui/class-names"
import { titleDetail } from "./chart-title"
import { CitedSources } from "./cited-sources"
import { MetricRow } from "./metric-row"
import { MetricTable } from "./metric-table"
import { Prose } from "./prose"
import { ReportedSignals } from "./reported-signals"
import { SortedTable } from "./sorted-table"
import { latestScan } from "./summary-parts"
import { TimeSeries } from "./time-series"
import { TitleDetail } from "./title-detail"
import { VisibilityTrend } from "./visibility-trend"
import type { WidgetData, WidgetPlace } from "./widget-data"
import { isSmall, widgetClass } from "./widget-grid"
import { WidgetNote } from "./widget-note"

type Props = WidgetPlace & { widget: WidgetData }
type VisibilityTable = NonNullable<WidgetData["ai_visibility"]>

export function Widget({ widget, ...place }: Props) {
  return (
    <article
      aria-label={widget.title}
      data-widget=""
      className={cn(
        widgetClass(isSmall(widget.kind, widget.columns.length)),
        !breakableKinds.includes(widget.kind) && "break-inside-avoid",
      )}
    >
      <div className="mb-2 break-after-avoid">
        <h3 className="inline font-strong">{widget.title}</h3> <TitleDetail text={titleDetail(widget)} />
      </div>
      <WidgetContent widget={widget} {...place} />
    </article>
  )
}

/** Their parts may be on two printed pages. */
const breakableKinds: WidgetData["kind"][] = ["ai_visibility", "signals", "text"]

/** A widget without its frame and title, which the report editor shows itself. */
export function WidgetContent({ widget, ...place }: Props) {
  return (
    <>
      <WidgetNote widget={widget} team={place.team} />
      {widget.status !== "error" && widget.status !== "empty" && <WidgetBody widget={widget} {...place} />}
    </>
  )
}

/** The data, in the form of the widget's kind. */
function WidgetBody({ widget, ...place }: Props): ReactNode {
  const { kind, goal, ai_visibility, text } = widget
  const sorting = place.sortingOf?.(widget.id)
  if (kind === "text") return <Prose text={text ?? ""} />
  if (kind === "metric") return <MetricRow {...widget} values={widget.totals} days={place.days} />
  if (kind === "time_series") return <TimeSeries widget={widget} {...place} />
  if (kind === "goal") return goal && <WidgetGoal widget={widget} goal={goal} hasSummary={place.hasSummary} />
  if (kind === "ai_visibility")
    return ai_visibility && <Visibility widget={widget} table={ai_visibility} sorting={sorting} />
  if (kind === "signals") return <ReportedSignals widget={widget} team={place.team} />
  const Content = kind === "citations" ? CitedSources : MetricTable
  return (
    <SortedTable sorting={sorting} isCut={isCut(widget)}>
      {(order) => <Content widget={widget} sorting={order} />}
    </SortedTable>
  )
}

const isCut = ({ rows_total, rows_returned }: WidgetData) => rows_total > rows_returned

type GoalProps = Pick<WidgetPlace, "hasSummary"> & { widget: WidgetData; goal: NonNullable<WidgetData["goal"]> }

function WidgetGoal({ widget, goal, hasSummary = false }: GoalProps) {
  const column = widget.columns[0]
  const names = { goal: widget.title, metric: column?.label ?? widget.title }
  const days = widget.series[0]?.points
  return <GoalProgress goal={goal} column={column} days={days} names={names} hasSentence={!hasSummary} />
}

const answersOf = (scans: number) =>
  scans === 1 ? "All answers of the scan in this period" : `All answers of the ${scans} scans in this period, together`

type VisibilityProps = { widget: WidgetData; table: VisibilityTable; sorting: Sorting | undefined }

/** The numbers are of all scans of the period. The project's own pages show only the latest scan. */
function Visibility({ widget, table, sorting }: VisibilityProps) {
  const latest = latestScan(widget)
  return (
    <>
      <div className="break-inside-avoid">
        {table.rows.length > 0 && (
          <p className="mb-2 text-quiet text-table">
            {answersOf(table.totals.scans_n)}.
            {latest && (
              <>
                {" "}
                Latest scan, {latest.day}: <bdi>{latest.brand}</bdi> {latest.visibility}.
              </>
            )}
          </p>
        )}
        <SortedTable sorting={sorting} isCut={isCut(widget)}>
          {(order) => <BrandTable rows={table.rows} sorting={order} comparedWith="comparison period" />}
        </SortedTable>
      </div>
      <VisibilityTrend widget={widget} />
    </>
  )
}
