/** A widget of a report: its title, its data in the form of its kind, and a note about problems. */
import type { ReactNode } from "react"
import { BrandTable } from "@/components/ai-visibility/brand-table"
import { LineChart } from "@/components/charts/line-chart"
import { GoalProgress } from "@/components/goals/goal-progress"
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import type { Sorting } from "@/components/lists/sort-th"
import { severityNames, severityStates } from "@/components/signals/signal-labels"
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { pluralize } from "@/domain/kernel/format-count"
import { titleDetail } from "./chart-title"
import { CitedSources } from "./cited-sources"
import { MetricRow } from "./metric-row"
import { MetricTable } from "./metric-table"
import { Prose } from "./prose"
import { SortedTable } from "./sorted-table"
import { latestScan } from "./summary-parts"
import { TimeSeries } from "./time-series"
import { TitleDetail } from "./title-detail"
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
    <SortedTable sorting={sorting} isTruncated={isTruncated(widget)}>
      {(order) => <Content widget={widget} sorting={order} />}
    </SortedTable>
  )
}

const isTruncated = ({ rows_total, rows_returned }: WidgetData) => rows_total > rows_returned

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
        <SortedTable sorting={sorting} isTruncated={isTruncated(widget)}>
          {(order) => <BrandTable rows={table.rows} sorting={order} comparedWith="comparison period" />}
        </SortedTable>
      </div>
      <VisibilityTrend widget={widget} />
    </>
  )
}

/** The signals of the period. */
export function ReportedSignals({ widget, team }: { widget: WidgetData; team: string | undefined }) {
  const { signals, rows_total } = widget
  const hiddenCount = rows_total - signals.length
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
      {hiddenCount > 0 && <p className="mt-1 text-quiet text-table">{pluralize(hiddenCount, "more signal")}.</p>}
    </>
  )
}

/** A chart needs at least this many days with a scan. */
const minTrendPoints = 3

/**
 * Chart of your brand's visibility in the scans of the period, with its interval. The line stops where the prompts,
 * engines or regions changed.
 */
export function VisibilityTrend({ widget: { title, series, breaks } }: { widget: WidgetData }) {
  const [ownSeries] = series
  if (!ownSeries || ownSeries.points.length < minTrendPoints) return null
  const brand = ownSeries.labels["brand"] ?? "your brand"
  const hasInterval = ownSeries.points.some(({ ci }) => ci)
  return (
    <div className="mt-8 print:mt-4">
      <LineChart
        label={`${title}: visibility by scan`}
        title={`Visibility of ${brand} by scan`}
        unit={hasInterval ? "with its 95% interval" : ""}
        column={{ unit: "ratio", currency: null }}
        points={ownSeries.points.map(({ date, value, ci }) => ({
          date,
          values: { own: value },
          band: ci ? [ci.low, ci.high] : null,
        }))}
        series={[{ id: "own", name: brand }]}
        breaks={breaks.map(({ date, reason }) => ({ date, reason }))}
      />
    </div>
  )
}
