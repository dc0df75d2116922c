/**
 * Shows a client's metrics for a period: the key metrics as tiles, one metric by day with its comparison, and a table
 * of all metrics.
 */
import type { ClientMetrics, MetricColumn } from "@/components/api/types"
import { fillDates } from "@/components/charts/fill-dates"
import { LineChart, type Series } from "@/components/charts/line-chart"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { type Compare, periodLabel, rangeNames, type readPeriod, withDates } from "@/components/lists/ranges"
import { FreshnessLine } from "@/components/reports/freshness-line"
import { Button } from "@/components/ui/button"
import { annotationConcernsMetric } from "@/domain/metrics/annotation-scope"
import { lastDaysWithData } from "@/domain/metrics/days-with-data"
import type { Annotation } from "./annotations"
import { AnnotationsDialog } from "./annotations-dialog"
import { ClientMetricTable } from "./client-metric-table"
import { MetricTiles } from "./metric-tiles"

type Days = { from: string; to: string }
type Props = {
  path: string
  period: ReturnType<typeof readPeriod>
  compare: Compare
  /** The order of the table of all metrics, from the URL. */
  sort: string | undefined
  columns: MetricColumn[]
  chosen: MetricColumn | undefined
  summary: {
    data: ClientMetrics
    meta: {
      period?: (Days & { timezone: string }) | null
      comparison?: Days | null
      freshness?: { data_through: string | null; oldest_sync_at: string | null } | null
    }
  }
  /** The metrics that are shown as tiles. */
  tiles: MetricColumn[]
  /** `shown` has the values of all columns by day, `previous` those of the chosen metric in the comparison period. */
  days: { shown: ClientMetrics["rows"]; previous: ClientMetrics["rows"] }
  /** The names of the platforms of each metric, by its id. */
  platforms: Map<string, string[]>
  uploadPath: string
  clientId: string
  annotations: Annotation[]
  canEdit: boolean
}

export function MetricsSection(props: Props) {
  const { path, chosen, summary, uploadPath, canEdit } = props
  const dataThrough = summary.meta.freshness?.data_through ?? null
  return (
    <section className="mb-10">
      <Head {...props} />
      {chosen ? (
        <Metrics {...props} chosen={chosen} />
      ) : (
        <NoMetrics path={path} dataThrough={dataThrough} uploadPath={canEdit ? uploadPath : null} />
      )}
    </section>
  )
}

/** The days that the section shows. Empty dates without any data, because then nothing uses them. */
const shownDays = ({ summary }: Props): Days => summary.meta.period ?? { from: "", to: "" }

function Head(props: Props) {
  const { path, compare, columns, chosen, summary, clientId, annotations, canEdit } = props
  const { period, comparison, freshness } = summary.meta
  const days = shownDays(props)
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 className="text-head">Metrics</h2>
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3 max-sm:w-full sm:items-center max-sm:[&>form]:w-full">
        <FilterForm path={path} isInline>
          {chosen && <input type="hidden" name="metric" value={chosen.id} />}
          {props.sort && <input type="hidden" name="sort" value={props.sort} />}
          <PeriodField presets={rangeNames} period={withDates(props.period, days)} compare={compare} />
        </FilterForm>
        {chosen && canEdit && (
          <AnnotationsDialog clientId={clientId} annotations={annotations} period={days} metrics={columns} />
        )}
      </div>
      {period && (
        <div className="w-full">
          <FreshnessLine period={period} comparison={comparison ?? null} freshness={freshness} />
        </div>
      )}
    </div>
  )
}

function Metrics(props: Props & { chosen: MetricColumn }) {
  const { path, period, compare, sort = "", columns, chosen, summary, tiles, days, platforms, annotations } = props
  const { comparison } = summary.meta
  const daysOf = (column: MetricColumn) => valuesByDay(days.shown, column, shownDays(props))
  const shared = {
    chosen,
    totals: summary.data.totals,
    hrefOf: ({ id }: MetricColumn) => urlWithQuery(path, { ...period.input, compare, sort, metric: id }),
    daysOf: (column: MetricColumn) => daysOf(column).map(({ value }) => value),
  }
  const previousDays = comparison && valuesByDay(days.previous, chosen, comparison)
  return (
    <>
      <div className="mb-6 grid gap-6">
        <MetricTiles {...shared} columns={tiles} />
        <LineChart
          label={`${chosen.label} by day`}
          column={chosen}
          annotations={annotations.filter((annotation) => annotationConcernsMetric(annotation, chosen.id))}
          {...withComparison(chosen, daysOf(chosen), previousDays)}
        />
      </div>
      <h3 className="mb-3 font-strong">All metrics</h3>
      <ClientMetricTable
        {...shared}
        columns={columns}
        platforms={platforms}
        sorting={{ path, query: { ...period.input, compare, metric: chosen.id }, sort }}
      />
    </>
  )
}

type Day = { date: string; value: number | null }

/** One value for each day of the period, null for days without data. */
function valuesByDay(rows: ClientMetrics["rows"], { id }: MetricColumn, period: Days): Day[] {
  const points = rows.map(({ dims, values }) => ({ date: dims.date ?? "", value: values[id]?.value ?? null }))
  return fillDates(points, period, "day").map((day) => ({ value: null, ...day }))
}

/**
 * The points and lines of the chart. The comparison is a second line. Its first day is at the first day of the period.
 */
function withComparison({ label }: MetricColumn, days: Day[], previous: Day[] | null | undefined) {
  const series: Series[] = [{ id: "value", name: label }]
  if (!previous) return { points: days.map(({ date, value }) => ({ date, values: { value } })), series }
  return {
    points: days.map(({ date, value }, i) => ({
      date,
      comparedDate: previous[i]?.date,
      values: { value, comparison: previous[i]?.value ?? null },
    })),
    series: [...series, { id: "comparison", name: "Comparison", isComparison: true }],
  }
}

/** `uploadPath` is null for people who cannot upload files. */
type NoMetricsProps = { path: string; dataThrough: string | null; uploadPath: string | null }

function NoMetrics({ path, dataThrough, uploadPath }: NoMetricsProps) {
  if (!dataThrough)
    return (
      <Empty
        title="No metrics yet"
        action={
          uploadPath && (
            <Button asChild kind="primary">
              <Link href={uploadPath}>Upload file</Link>
            </Button>
          )
        }
      >
        {uploadPath
          ? "Upload an export of an advertising or analytics platform, or connect an account under Data sources."
          : "Members of the team can upload an export of an advertising or analytics platform."}
      </Empty>
    )
  const days = lastDaysWithData(dataThrough)
  return (
    <Empty
      title="No metrics in this period"
      action={
        <Button asChild>
          <Link href={urlWithQuery(path, days)}>Show {periodLabel(days)}</Link>
        </Button>
      }
    >
      The last day with metrics is {periodLabel({ from: dataThrough, to: dataThrough })}.
    </Empty>
  )
}
