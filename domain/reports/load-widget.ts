/** Loads the data of one widget. An error in one widget does not affect the others. */
import { ZodError } from "zod"
import type { StoredGoal } from "@/domain/goals/goal"
import { goalQuery, progressOf } from "@/domain/goals/progress"
import { DeadlineError } from "@/domain/kernel/deadline"
import type { Truncation } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import { annotationConcernsMetric } from "@/domain/metrics/annotation-scope"
import type { Annotation } from "@/domain/metrics/annotations"
import { lengthInDays } from "@/domain/metrics/calendar"
import { isSum } from "@/domain/metrics/catalogue"
import { dataThrough } from "@/domain/metrics/freshness"
import { dimensionLabel, labelsOf } from "@/domain/metrics/labels"
import type { MetricQuery } from "@/domain/metrics/metric-query"
import { maxDays, type ResolvedPeriod } from "@/domain/metrics/period"
import type { Granularity } from "@/domain/metrics/period-input"
import type { MetricResult } from "@/domain/metrics/query"
import type { RunAiQuery } from "./ai-query-runner"
import { type FreshnessMode, freshnessError, servedFrom } from "./freshness-error"
import type { ReportMetricResult, RunQuery } from "./query-runner"
import { seriesOf } from "./series"
import { visibilitySeries } from "./visibility-series"
import { type Widget, type WidgetQuery, widgetQueryOf } from "./widget"
import type { WidgetData, WidgetError } from "./widget-data"
import type { ListingKind, RunListing } from "./widgets/listing"

/** The parts of a metric result that go into the `meta` of the whole report. */
type ResultMeta = Pick<MetricResult, "sources" | "quality" | "currency" | "exchangeRates" | "warnings">

export type LoadedWidget = {
  widget: WidgetData
  /** Null when the widget has no queried values. */
  resultMeta: ResultMeta | null
  /** `scope` is a path from the widget, such as `data.rows`. */
  truncation: Truncation | null
  /** The thrown error, when the widget failed for an internal reason. Null for all other widgets. */
  cause: unknown
}

export type SectionWidget = Widget & { section_id: string }
export type WidgetContext = {
  runQuery: RunQuery
  runGoalQuery: RunQuery
  runAiQuery: RunAiQuery
  runListing: RunListing
  period: ResolvedPeriod
  goals: StoredGoal[]
  annotations: Annotation[]
  fresh: FreshnessMode
  maxRows: number
  /** Whether metric, goal and AI-visibility widgets contain their values by day. */
  hasDailyValues: boolean
  now: Date
}

export async function loadWidget(widget: SectionWidget, context: WidgetContext): Promise<LoadedWidget> {
  try {
    if (widget.kind === "text") return withoutMeta({ ...emptyData(widget), status: "ok", text: textOf(widget) })
    if (widget.kind === "goal") return await loadGoal(widget, context)
    if (widget.kind === "ai_visibility") return await loadAiVisibility(widget, context)
    if (widget.kind === "citations" || widget.kind === "signals") return await loadListing(widget, widget.kind, context)
    const metricQuery = widgetQueryOf(widget.kind, widget.query)
    if (!metricQuery) throw new Error(`${widget.kind} has no query`)
    return await loadMetrics(widget, metricQuery, context)
  } catch (error) {
    return failedWidget(widget, error)
  }
}

async function loadMetrics(
  widget: SectionWidget,
  metricQuery: WidgetQuery,
  context: WidgetContext,
): Promise<LoadedWidget> {
  const { runQuery, period, maxRows, hasDailyValues } = context
  const isChart = widget.kind === "time_series"
  const granularity = isChart && period.granularity !== "total" ? period.granularity : metricQuery.granularity
  const query = isChart
    ? withWholeLines(metricQuery.query, granularity, period)
    : { ...metricQuery.query, limit: Math.min(metricQuery.query.limit, maxRows) }
  const hasDays = widget.kind === "metric" && hasDailyValues
  const [result, daily] = await Promise.all([
    runQuery({ query, granularity }, period),
    hasDays ? runQuery({ query: { ...query, limit: maxDays }, granularity: "day" }, withoutComparison(period)) : null,
  ])
  const { table, sources } = result
  const comparison = isChart ? await queryComparison({ query, granularity }, table, context) : null
  const content = isChart
    ? {
        rows: [],
        series: seriesOf(table, comparison?.table ?? null, query.dimensions, sources),
        ...annotationsOf(context, table, sources),
      }
    : {
        rows: withLabels(table.rows, sources),
        series: daily ? seriesOf(daily.table, null, [], sources) : [],
      }
  const dimensions = query.dimensions.map((id) => ({ id, label: dimensionLabel(id) }))
  const interval = { granularity: granularity === "total" ? null : granularity }
  return withMetricResult({ ...emptyData(widget), ...table, ...interval, ...content, dimensions }, result, context)
}

/** Reads fewer lines if not all points fit into the limit, so that no line ends early. Weeks and months always fit. */
function withWholeLines(query: MetricQuery, granularity: Granularity, { days }: ResolvedPeriod): MetricQuery {
  const { series_limit, limit } = query
  if (granularity !== "day" || series_limit === undefined) return query
  return { ...query, series_limit: Math.min(series_limit, Math.floor(limit / days)) }
}

/**
 * Selects the annotations that concern metrics of the widget. An annotation about a platform concerns only metrics that
 * the widget reads from that platform. Those about a change of tracking are also breaks in the series.
 */
function annotationsOf(
  { annotations }: WidgetContext,
  { columns }: MetricResult["table"],
  sources: MetricResult["sources"],
): Pick<WidgetData, "annotations" | "breaks"> {
  const used = sources.map(({ provider }) => provider)
  const shown = annotations.flatMap((annotation) => {
    const metrics = columns.map(({ id }) => id).filter((id) => annotationConcernsMetric(annotation, id, used))
    const { date, kind, text } = annotation
    return metrics.length > 0 ? [{ date, kind, text, metrics }] : []
  })
  const breaks = shown.filter(({ kind }) => kind === "tracking_change")
  return { annotations: shown, breaks: breaks.map(({ date, text, metrics }) => ({ date, reason: text, metrics })) }
}

const withoutComparison = (period: ResolvedPeriod): ResolvedPeriod => ({ ...period, comparison: null })

const withLabels = (rows: MetricResult["table"]["rows"], sources: MetricResult["sources"]) =>
  rows.map((row) => ({ ...row, labels: labelsOf(row.dims, sources) }))

/**
 * Queries the comparison period separately, so that its points include days that the period has not reached. Reads the
 * lines of `table` without `series_limit`, because the largest lines of the two periods can differ.
 */
function queryComparison(
  { query, granularity }: WidgetQuery,
  { rows }: MetricResult["table"],
  { runQuery, period }: WidgetContext,
) {
  const { comparison } = period
  if (!comparison) return null
  const { from, to } = comparison
  const { series_limit, ...unlimited } = query
  const valuesOf = (dimension: string) => [...new Set(rows.map(({ dims }) => dims[dimension] ?? ""))].sort()
  const lines = Object.fromEntries(query.dimensions.map((dimension) => [dimension, valuesOf(dimension)]))
  const compared = { ...period, from, to, days: lengthInDays(from, to), comparison: null }
  return runQuery({ query: { ...unlimited, filter: { ...query.filter, ...lines } }, granularity }, compared)
}

/** A goal covers its own period, not the report's. Its daily values give the value so far and the forecast. */
async function loadGoal(widget: SectionWidget, context: WidgetContext): Promise<LoadedWidget> {
  const goal = context.goals.find(({ id }) => id === widget.query["goal_id"])
  if (!goal) throw new Problem("parameter_invalid", "The goal of this widget was deleted. Choose a different goal.")
  const { metric, starts_on, ends_on, comparator, target } = goal
  const daily = goalQuery(goal, context.period)
  const total = { query: { ...daily.query, order_by: undefined, limit: 1 }, granularity: "total" as const }
  const period = { ...daily.period, from: starts_on, days: lengthInDays(starts_on, ends_on) }
  const [result, days] = await Promise.all([
    context.runGoalQuery(total, period),
    context.runGoalQuery({ query: daily.query, granularity: "day" }, daily.period),
  ])
  const settings = { goal_id: goal.id, metric, starts_on, ends_on, comparator, target }
  const progress = { ...settings, ...progressOf(goal, days, context.period.today) }
  const series = context.hasDailyValues && isSum(metric) ? daysOfGoal(progress, days) : []
  const content = { ...result.table, rows: withLabels(result.table.rows, []), series }
  return withMetricResult({ ...emptyData(widget), ...content, goal: progress }, result, { ...context, period })
}

type GoalDays = Pick<NonNullable<WidgetData["goal"]>, "starts_on" | "ends_on" | "data_through">

/** The values of the goal's days that the data covers. The query also has the days that the forecast needs. */
function daysOfGoal({ starts_on, ends_on, data_through }: GoalDays, { table, sources }: MetricResult) {
  const lastDay = data_through ?? ""
  const isCovered = (date = "") => date >= starts_on && date <= ends_on && date <= lastDay
  return seriesOf({ ...table, rows: table.rows.filter(({ dims }) => isCovered(dims["date"])) }, null, [], sources)
}

async function loadAiVisibility(
  widget: SectionWidget,
  { runAiQuery, period, maxRows, hasDailyValues }: WidgetContext,
): Promise<LoadedWidget> {
  const [{ table, truncation, warnings, freshness }, daily] = await Promise.all([
    runAiQuery(widget.query, period, maxRows),
    hasDailyValues ? visibilitySeries(runAiQuery, widget.query, period) : {},
  ])
  const { rows_total, rows_returned } = table
  const isEmpty = rows_total === 0
  return {
    ...withoutMeta({
      ...emptyData(widget),
      status: isEmpty ? "empty" : "ok",
      ai_visibility: table,
      ...daily,
      rows_total,
      rows_returned,
      truncated: truncation !== null,
      empty_reason: isEmpty ? "no_data_in_period" : null,
      freshness,
    }),
    resultMeta: { sources: [], quality: new Map(), currency: null, exchangeRates: [], warnings },
    truncation: truncation && { ...truncation, scope: truncationScope(widget) },
  }
}

async function loadListing(
  widget: SectionWidget,
  kind: ListingKind,
  { runListing, period, maxRows }: WidgetContext,
): Promise<LoadedWidget> {
  const { dataThrough: lastDay, ...listing } = await runListing(kind, widget.query, period, maxRows)
  const { rows_total, rows_returned } = listing
  const isEmpty = rows_total === 0
  const isTruncated = rows_returned < rows_total
  return {
    ...withoutMeta({
      ...emptyData(widget),
      ...listing,
      status: isEmpty ? "empty" : "ok",
      truncated: isTruncated,
      empty_reason: isEmpty ? "no_data_in_period" : null,
      freshness: lastDay ? { data_through: lastDay, last_success_at: null, served_from: "cache" } : null,
    }),
    truncation: isTruncated
      ? {
          reason: "row_limit",
          limit: rows_returned,
          omitted: rows_total - rows_returned,
          scope: truncationScope(widget),
        }
      : null,
  }
}

function withMetricResult(
  widget: WidgetData,
  result: ReportMetricResult,
  { period, fresh, now }: WidgetContext,
): LoadedWidget {
  const { sources, warnings, quality, truncation, fetches } = result
  const error = freshnessError(sources, period, fresh, { now, fetches })
  const isEmpty = widget.rows_total === 0 && widget.goal?.value == null
  const isPartial = warnings.some((warning) => warning.code === "source_left_out")
  const emptyReason = sources.length === 0 ? "no_data_source" : "no_data_in_period"
  // An empty text sorts first: the time is unknown if a source was never synced.
  const oldestSync = sources.map((s) => s.last_success_at ?? "").sort()[0]
  return {
    widget: {
      ...widget,
      status: statusOf({ hasError: error !== null, isEmpty, isPartial }),
      truncated: truncation !== null,
      quality: [...new Set([...quality.values()].flat())],
      empty_reason: isEmpty ? emptyReason : null,
      freshness: {
        data_through: dataThrough(sources),
        last_success_at: oldestSync ? new Date(oldestSync).toISOString() : null,
        served_from: servedFrom(sources, period, fetches),
      },
      error,
    },
    resultMeta: result,
    truncation: truncation && { ...truncation, scope: truncationScope(widget) },
    cause: null,
  }
}

function statusOf({ hasError, isEmpty, isPartial }: { hasError: boolean; isEmpty: boolean; isPartial: boolean }) {
  if (hasError) return isEmpty ? "error" : "stale"
  if (isEmpty) return "empty"
  return isPartial ? "partial" : "ok"
}

/** The SQLSTATE of a statement that Postgres ended because of its statement timeout. */
const queryCanceled = "57014"

function failedWidget(widget: SectionWidget, error: unknown): LoadedWidget {
  const failed = { ...emptyData(widget), status: "error" as const }
  if (error instanceof ZodError || (error instanceof Problem && error.status < 500))
    return withoutMeta({ ...failed, error: widgetError("query_invalid", messageOf(error), false) })
  if (error instanceof DeadlineError || (error as { code?: unknown }).code === queryCanceled) {
    const message = "Computing this widget took too long. Try a shorter period."
    return {
      ...withoutMeta({ ...failed, truncated: true, error: widgetError("source_timeout", message, true) }),
      truncation: { reason: "time_limit", limit: null, omitted: null, scope: truncationScope(widget) },
      cause: error,
    }
  }
  const message = "The data of this widget could not be read. Try again in a few minutes."
  return { ...withoutMeta({ ...failed, error: widgetError("source_error", message, true) }), cause: error }
}

const widgetError = (code: WidgetError["code"], message: string, retryable: boolean): WidgetError => ({
  code,
  message,
  retryable,
  data_source_id: null,
})

/** The path from the widget to the list that lacks items. */
function truncationScope({ kind }: Pick<Widget, "kind">): string {
  if (kind === "time_series") return "data.series"
  if (kind === "ai_visibility") return "data.ai_visibility.rows"
  return kind === "citations" || kind === "signals" ? `data.${kind}` : "data.rows"
}

const messageOf = (error: Problem | ZodError) =>
  error instanceof ZodError ? error.issues.map((issue) => issue.message).join(" ") : error.message

const withoutMeta = (widget: WidgetData): LoadedWidget => ({
  widget,
  resultMeta: null,
  truncation: null,
  cause: null,
})

const textOf = ({ options }: SectionWidget) => (typeof options["text"] === "string" ? options["text"] : "")

const emptyData = ({ id, kind, title, section_id, position }: SectionWidget): WidgetData => ({
  id,
  kind,
  title,
  section_id,
  position,
  status: "empty",
  columns: [],
  dimensions: [],
  granularity: null,
  series: [],
  breaks: [],
  annotations: [],
  rows: [],
  totals: {},
  other: null,
  goal: null,
  ai_visibility: null,
  citations: [],
  citations_total: null,
  signals: [],
  text: null,
  rows_total: 0,
  rows_returned: 0,
  truncated: false,
  quality: [],
  empty_reason: null,
  freshness: null,
  error: null,
})
