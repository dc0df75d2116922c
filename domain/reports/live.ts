/**
 * Reads the live data of a report. All widgets are answered concurrently from the stored facts at the time of the
 * request.
 */
import { z } from "zod"
import { findGoals } from "@/domain/goals/goal"
import type { TeamContext } from "@/domain/kernel/context"
import type { PeriodMeta } from "@/domain/kernel/envelope"
import { type FieldError, notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { problemOf } from "@/domain/kernel/validate"
import { coverage } from "@/domain/metrics/freshness"
import { maxRows } from "@/domain/metrics/metric-query"
import { periodErrors, type ResolvedPeriod, resolvePeriod } from "@/domain/metrics/period"
import { rangeInput } from "@/domain/metrics/period-input"
import { loadQueryContext, type Source } from "@/domain/metrics/query-context"
import { aiQueryRunner } from "./ai-query-runner"
import { type Answered, answerWidget, type SectionWidget } from "./answer-widget"
import { Deadline } from "./deadline"
import { findLayout, type ReportLayout, requireLive } from "./layout"
import { queryRunner } from "./query-runner"
import { listingRunner } from "./widgets/answer-listing"

export const liveInput = {
  report_id: id("report"),
  ...rangeInput,
  max_rows: z.int().min(1).max(maxRows).default(1_000).meta({ description: "The maximum number of rows per widget." }),
  timeout_ms: z.int().min(100).max(25_000).default(25_000).meta({
    description: "The time limit in milliseconds. Widgets that are not computed by then have the status `error`.",
  }),
  fresh: z.enum(["cached", "prefer", "require"]).default("cached").meta({
    description:
      "`require`: widgets whose data sources do not cover the whole period have the status `stale`. In any case the data comes from the last synchronization.",
  }),
}
const input = z.object(liveInput)

export type Live = { layout: ReportLayout; period: ResolvedPeriod; answered: Answered[]; meta: Required<PeriodMeta> }

/** The widgets that a request asks for, and the errors in the request. */
export type Choice = { widgets: SectionWidget[]; fieldErrors: FieldError[] }

/** `choose` selects the requested widgets. Throws when every widget failed for reasons on our side. */
export async function liveReport(
  ctx: TeamContext,
  { report_id, max_rows, timeout_ms, fresh, ...range }: z.output<typeof input>,
  choose: (widgets: SectionWidget[]) => Choice,
): Promise<Live> {
  const { team, now } = ctx
  const deadline = new Deadline(timeout_ms)
  const layout = await findLayout(team.id, report_id)
  if (!layout) throw notFound("report")
  requireLive(layout)
  const { widgets, fieldErrors } = choose(
    layout.sections.flatMap((s) => s.widgets.map((w) => ({ ...w, section_id: s.id }))),
  )
  const errors = [...fieldErrors, ...periodErrors(range, { compare: layout.default_compare })]
  if (errors.length > 0) throw problemOf(errors)
  const goalIds = widgets.filter((w) => w.kind === "goal").map((w) => String(w.query["goal_id"]))
  const [context, goals] = await Promise.all([
    loadQueryContext(team.id, layout.client_id),
    goalIds.length > 0 ? findGoals(team.id, layout.client_id, goalIds) : [],
  ])
  if (!context) throw notFound("report")
  const period = resolvePeriod(range, {
    timezone: layout.timezone ?? context.timezone,
    range: layout.default_range,
    compare: layout.default_compare,
    granularity: "total",
    now: now(),
  })
  const ask = queryRunner(context, layout.currency ?? undefined, deadline)
  // The target of a goal is in the client's currency, whatever the currency of the report is.
  const askGoal = queryRunner(context, context.currency, deadline)
  const askAi = aiQueryRunner(ctx, deadline)
  const askListing = listingRunner(ctx, layout.client_id, deadline)
  const setting = { ask, askGoal, askAi, askListing, period, goals, fresh, maxRows: max_rows, now: now() }
  const answered = await Promise.all(widgets.map((widget) => answerWidget(widget, setting)))
  requireSomething(answered, report_id)
  return { layout, period, answered, meta: metaOf(period, answered, now()) }
}

/** Logs widget errors, which the response also reports. Throws when no widget could be answered. */
function requireSomething(answered: Answered[], report_id: string) {
  const causes = answered.filter(({ cause }) => cause !== null)
  for (const { cause, widget } of causes)
    log.error({ err: cause, report_id, widget_id: widget.id }, "could not compute a report widget")
  const [first] = causes
  if (!first || causes.length < answered.filter(({ widget }) => widget.kind !== "text").length) return
  if (first.widget.error?.code === "source_timeout")
    throw new Problem("timeout", "No widget could be computed in time. Request a shorter period or fewer widgets.")
  throw first.cause
}

function metaOf(period: ResolvedPeriod, answered: Answered[], now: Date): Required<PeriodMeta> {
  const answers = answered.flatMap(({ source }) => (source ? [source] : []))
  const sources = new Map<string, Source>(answers.flatMap((a) => a.sources.map((s) => [s.id, s])))
  const quality = new Map(answers.flatMap((a) => [...a.quality]))
  const rates = new Map(answers.flatMap((a) => a.exchangeRates.map((r) => [`${r.date} ${r.currency}`, r])))
  const currencies = answers.flatMap(({ currency }) => (currency ? [currency] : []))
  return {
    ...coverage(period, [...sources.values()], quality, now),
    currency: currencies.find((c) => c.converted) ?? currencies[0] ?? null,
    exchange_rates: [...rates.values()],
    warnings: answered.flatMap(({ source }, n) =>
      (source?.warnings ?? []).map((w) => ({ ...w, path: `data.widgets[${n}]${(w.path ?? "").replace(/^data/, "")}` })),
    ),
  }
}
