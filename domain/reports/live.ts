/**
 * Reads the live data of a report. All widgets are loaded concurrently from the stored facts at the time of the
 * request. On request, the latest days are fetched from the platforms first.
 */
import { z } from "zod"
import { findGoals } from "@/domain/goals/goal"
import type { TeamContext } from "@/domain/kernel/context"
import { Deadline } from "@/domain/kernel/deadline"
import { type FieldError, notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import type { PeriodMeta } from "@/domain/kernel/period-meta"
import { problemOf } from "@/domain/kernel/validate"
import { findAnnotations } from "@/domain/metrics/annotations"
import { describeCoverage } from "@/domain/metrics/freshness"
import { maxRows } from "@/domain/metrics/metric-query"
import { periodErrors, type ResolvedPeriod, resolvePeriod } from "@/domain/metrics/period"
import { compareDescription, rangeDescription, rangeInput } from "@/domain/metrics/period-input"
import { loadQueryContext, type QueryContext, type Source } from "@/domain/metrics/query-context"
import { aiQueryRunner } from "./ai-query-runner"
import type { FreshnessMode } from "./freshness-error"
import { findLayout, type ReportLayout, requireLiveData } from "./layout"
import { type LoadedWidget, loadWidget, type SectionWidget } from "./load-widget"
import { queryRunner } from "./query-runner"
import { listingRunner } from "./widgets/listing"

export const liveInput = {
  report_id: id("report"),
  ...rangeInput,
  range: rangeInput.range.meta({ description: `${rangeDescription} Default: the report's default period.` }),
  timezone: rangeInput.timezone.meta({
    description:
      "The IANA time zone that determines today's date. Default: the report's time zone, or else the client's.",
  }),
  granularity: rangeInput.granularity.meta({
    description: "The granularity of charts. Default, and with `total`: that of each widget.",
  }),
  compare: rangeInput.compare.meta({ description: `${compareDescription} Default: the report's comparison.` }),
  max_rows: z.int().min(1).max(maxRows).default(1_000).meta({
    description: "The maximum number of rows per widget. Does not apply to charts.",
  }),
  timeout_ms: z.int().min(100).max(25_000).default(25_000).meta({
    description: "The time limit in milliseconds. Widgets that are not computed by then have the status `error`.",
  }),
  daily_values: z.boolean().default(false).meta({
    description:
      "Whether to return daily values in `series`. Metric widgets return the days of the period. Goal widgets whose metric is a sum return the days of the goal. AI-visibility widgets by brand return your brand's visibility in the last scan of each day, with its interval (`ci`). Their `breaks` list the days on which prompts, engines, models, settings or regions changed.",
  }),
  fresh: z.enum(["cached", "prefer", "require"]).default("cached").meta({
    description:
      "`cached`: data from the last synchronization. `prefer`: the days that are not final yet are first fetched from the platforms, at most once a minute. If a platform does not respond within 8 seconds, its widgets contain stored data and have the status `stale` and an error. `require`: like `prefer`, and widgets whose data sources do not cover the whole period are `stale` too.",
  }),
}
const input = z.object(liveInput)

export type LiveReportData = {
  layout: ReportLayout
  period: ResolvedPeriod
  loadedWidgets: LoadedWidget[]
  /** Paths of warnings start at their widget, such as `data.totals`. */
  meta: Required<PeriodMeta>
}

/** The widgets that a request asks for, and the errors in the request. */
export type WidgetSelection = { widgets: SectionWidget[]; fieldErrors: FieldError[] }

/**
 * Loads the widgets that `selectWidgets` picks from all widgets of the report. Throws when the report is missing or
 * archived, when the request is invalid, and when every widget other than text failed for an internal reason.
 */
export async function loadLiveReport(
  ctx: TeamContext,
  { report_id, max_rows, timeout_ms, daily_values, fresh, ...range }: z.output<typeof input>,
  selectWidgets: (widgets: SectionWidget[]) => WidgetSelection,
): Promise<LiveReportData> {
  const { team, now } = ctx
  const deadline = new Deadline(timeout_ms)
  const layout = await findLayout(team.id, report_id)
  if (!layout) throw notFound("report")
  requireLiveData(layout)
  const allWidgets = layout.sections.flatMap((s) => s.widgets.map((w) => ({ ...w, section_id: s.id })))
  const { widgets, fieldErrors } = selectWidgets(allWidgets)
  const errors = [...fieldErrors, ...periodErrors(range, { compare: layout.default_compare })]
  if (errors.length > 0) throw problemOf(errors)
  const [context, goals] = await Promise.all([
    loadQueryContext(team.id, layout.client_id),
    goalsOf(widgets, team.id, layout.client_id),
  ])
  if (!context) throw notFound("report")
  const period = resolvePeriod(range, {
    timezone: layout.timezone ?? context.timezone,
    weekStartsOn: context.week_starts_on,
    range: layout.default_range,
    compare: layout.default_compare,
    granularity: "total",
    now: now(),
  })
  const hasChart = widgets.some(({ kind }) => kind === "time_series")
  const annotations = hasChart ? await findAnnotations(team.id, layout.client_id, period) : []
  const runners = queryRunners(ctx, layout, context, { deadline, fresh })
  const options = { fresh, maxRows: max_rows, hasDailyValues: daily_values }
  const widgetContext = { ...runners, period, goals, annotations, ...options, now: now() }
  const loadedWidgets = await Promise.all(widgets.map((widget) => loadWidget(widget, widgetContext)))
  requireAnyLoadedWidget(loadedWidgets, report_id)
  return { layout, period, loadedWidgets, meta: metaOf(period, loadedWidgets, now()) }
}

async function goalsOf(widgets: SectionWidget[], teamId: string, clientId: string) {
  const goalIds = widgets.filter(({ kind }) => kind === "goal").map(({ query }) => String(query["goal_id"]))
  return goalIds.length > 0 ? findGoals(teamId, clientId, goalIds) : []
}

/** The functions that run the queries of each kind of widget, within the deadline of the request. */
function queryRunners(
  ctx: TeamContext,
  { client_id, currency }: ReportLayout,
  context: QueryContext,
  { deadline, fresh }: { deadline: Deadline; fresh: FreshnessMode },
) {
  const request = { deadline, fresh, now: ctx.now }
  return {
    runQuery: queryRunner(context, { ...request, currency: currency ?? undefined }),
    // The target of a goal is in the client's currency, even if the report has another currency.
    runGoalQuery: queryRunner(context, { ...request, currency: context.currency }),
    runAiQuery: aiQueryRunner(ctx, deadline),
    runListing: listingRunner(ctx, client_id, deadline),
  }
}

/** The response of an operation for a single widget. Throws `resource_not_found` when there is none. */
export function singleWidgetResponse({ loadedWidgets, meta }: LiveReportData) {
  const [loadedWidget] = loadedWidgets
  if (!loadedWidget) throw notFound("widget")
  return { data: loadedWidget.widget, truncation: loadedWidget.truncation, ...meta }
}

/** Logs widget errors, which the response also reports. Throws when no widget could be loaded. */
function requireAnyLoadedWidget(loadedWidgets: LoadedWidget[], report_id: string) {
  const causes = loadedWidgets.filter(({ cause }) => cause !== null)
  for (const { cause, widget } of causes)
    log.error({ err: cause, report_id, widget_id: widget.id }, "could not compute a report widget")
  const [first] = causes
  if (!first || causes.length < loadedWidgets.filter(({ widget }) => widget.kind !== "text").length) return
  if (first.widget.error?.code === "source_timeout")
    throw new Problem("timeout", "No widget could be computed in time. Request a shorter period or fewer widgets.")
  throw first.cause
}

function metaOf(period: ResolvedPeriod, loadedWidgets: LoadedWidget[], now: Date): Required<PeriodMeta> {
  const results = loadedWidgets.flatMap(({ resultMeta }) => (resultMeta ? [resultMeta] : []))
  const sources = new Map<string, Source>(results.flatMap((result) => result.sources.map((s) => [s.id, s])))
  const quality = new Map(results.flatMap((result) => [...result.quality]))
  const rates = new Map(results.flatMap((result) => result.exchangeRates.map((r) => [`${r.date} ${r.currency}`, r])))
  const { freshness, ...spans } = describeCoverage(period, [...sources.values()], quality, now)
  const currencies = results.flatMap(({ currency }) => (currency ? [currency] : []))
  return {
    ...spans,
    freshness: freshness && { ...freshness, served_from: servedFromOf(loadedWidgets) },
    currency: currencies.find((c) => c.converted) ?? currencies[0] ?? null,
    exchange_rates: [...rates.values()],
    warnings: results.flatMap(({ warnings }) => warnings.map((w) => ({ ...w, path: w.path ?? "data" }))),
  }
}

function servedFromOf(loadedWidgets: LoadedWidget[]) {
  const origins = new Set(
    loadedWidgets.flatMap(({ widget: { freshness } }) => (freshness ? [freshness.served_from] : [])),
  )
  const [firstOrigin = "cache", ...otherOrigins] = origins
  return otherOrigins.length > 0 ? "mixed" : firstOrigin
}

/**
 * Returns what the ETag of live report data depends on: the version of the report, the query with its resolved period,
 * the currency and the values. Times of syncs are left out, so the ETag stays the same after a sync that changes no
 * value.
 */
export function etagParts({ layout, loadedWidgets, meta }: LiveReportData, query: Record<string, unknown>): unknown[] {
  const { freshness, ...rest } = meta
  const sources = freshness?.sources.map(({ last_success_at, ...source }) => source)
  const widgets = loadedWidgets.map(({ widget: { freshness: dates, ...widget } }) => [widget, dates?.data_through])
  return [layout.id, layout.version, layout.name, query, rest, sources, widgets]
}
