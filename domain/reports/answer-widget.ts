/** Answers one widget. An error in one widget does not affect the others. */
import { ZodError } from "zod"
import type { Truncation } from "@/domain/kernel/envelope"
import { Problem } from "@/domain/kernel/errors"
import { lengthInDays } from "@/domain/metrics/calendar"
import { dataThrough } from "@/domain/metrics/freshness"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import type { MetricAnswer } from "@/domain/metrics/query"
import type { AskAi } from "./ask-ai"
import type { Ask } from "./asker"
import { TookTooLong } from "./deadline"
import { type Goal, goalQuestion, progressOf } from "./goals"
import { type Fresh, lateness } from "./lateness"
import { type Question, questionOf } from "./question"
import { seriesOf } from "./series"
import type { Widget } from "./widget"
import type { WidgetAnswer, WidgetError } from "./widget-answer"

/** The parts of a metric answer that go into the `meta` of the whole report. */
type Behind = Pick<MetricAnswer, "sources" | "quality" | "currency" | "warnings">

export type Answered = {
  widget: WidgetAnswer
  /** Where the values came from; null when there are none. */
  source: Behind | null
  truncation: Truncation | null
  /** The error behind a failed widget when the failure is internal; null when the query is invalid. */
  cause: unknown
}

export type Placed = Widget & { section_id: string }
export type Setting = {
  ask: Ask
  askAi: AskAi
  period: ResolvedPeriod
  goals: Goal[]
  fresh: Fresh
  maxRows: number
  now: Date
}

export async function answerWidget(widget: Placed, setting: Setting): Promise<Answered> {
  try {
    if (widget.kind === "text") return plain({ ...blank(widget), status: "ok", text: textOf(widget) })
    if (widget.kind === "goal") return await answerGoal(widget, setting)
    if (widget.kind === "ai_visibility") return await answerAi(widget, setting)
    const question = questionOf(widget.kind, widget.query)
    if (!question) throw new Error(`${widget.kind} asks nothing`)
    return await answerQuestion(widget, question, setting)
  } catch (error) {
    return failed(widget, error)
  }
}

async function answerQuestion(widget: Placed, question: Question, setting: Setting): Promise<Answered> {
  const { ask, period, maxRows } = setting
  const query = { ...question.query, limit: Math.min(question.query.limit, maxRows) }
  const isChart = widget.kind === "time_series"
  const granularity = isChart && period.granularity !== "total" ? period.granularity : question.granularity
  const [source, before] = await Promise.all([
    ask({ query, granularity }, period),
    isChart ? askBefore(question, granularity, setting) : null,
  ])
  const { table } = source
  const shown = isChart
    ? { rows: [], series: seriesOf(table, before?.table ?? null, query.dimensions) }
    : { rows: table.rows, series: [] }
  return completed({ ...blank(widget), ...table, ...shown }, source, setting)
}

/** Queries the comparison period separately, so that its points include days that the period has not reached. */
function askBefore({ query }: Question, granularity: Question["granularity"], { ask, period }: Setting) {
  const { comparison } = period
  if (!comparison) return null
  const { from, to } = comparison
  const { series_limit, ...whole } = query
  return ask({ query: whole, granularity }, { ...period, from, to, days: lengthInDays(from, to), comparison: null })
}

async function answerGoal(widget: Placed, setting: Setting): Promise<Answered> {
  const goal = setting.goals.find(({ id }) => id === widget.query["goal_id"])
  if (!goal) throw new Problem("parameter_invalid", "The goal of this widget was deleted. Choose a different goal.")
  const { question, period } = goalQuestion(goal, setting.period)
  const source = await setting.ask(question, period)
  return completed({ ...blank(widget), ...source.table, goal: progressOf(goal, source) }, source, {
    ...setting,
    period,
  })
}

async function answerAi(widget: Placed, { askAi, period, maxRows }: Setting): Promise<Answered> {
  const { table, truncation, warnings, freshness } = await askAi(widget.query, period, maxRows)
  const { rows_total, rows_returned } = table
  const isEmpty = rows_total === 0
  return {
    ...plain({
      ...blank(widget),
      status: isEmpty ? "empty" : "ok",
      ai_visibility: table,
      rows_total,
      rows_returned,
      truncated: truncation !== null,
      empty_reason: isEmpty ? "no_data_in_period" : null,
      freshness,
    }),
    source: { sources: [], quality: new Map(), currency: null, warnings },
    truncation: truncation && { ...truncation, scope: "data.ai_visibility.rows" },
  }
}

function completed(widget: WidgetAnswer, source: MetricAnswer, { period, fresh, now }: Setting): Answered {
  const { sources, warnings, quality, truncation } = source
  const error = lateness(sources, period, fresh, now)
  const isEmpty = widget.rows_total === 0
  const isPartial = warnings.some((warning) => warning.code === "source_left_out")
  const synced = sources.map((s) => s.last_success_at ?? "").sort()[0]
  return {
    widget: {
      ...widget,
      status: error ? "stale" : isEmpty ? "empty" : isPartial ? "partial" : "ok",
      truncated: truncation !== null,
      quality: [...new Set([...quality.values()].flat())],
      empty_reason: !isEmpty ? null : sources.length === 0 ? "no_data_source" : "no_data_in_period",
      freshness: {
        data_through: dataThrough(sources),
        last_success_at: synced ? new Date(synced).toISOString() : null,
        served_from: "cache",
      },
      error,
    },
    source,
    truncation: truncation && { ...truncation, scope: widget.kind === "time_series" ? "data.series" : "data.rows" },
    cause: null,
  }
}

function failed(widget: Placed, error: unknown): Answered {
  const isAsked = error instanceof ZodError || (error instanceof Problem && error.status < 500)
  const isLate = error instanceof TookTooLong || (error as { code?: unknown }).code === "57014"
  const told: WidgetError = isAsked
    ? { code: "query_invalid", message: wordsOf(error), retryable: false, data_source_id: null }
    : isLate
      ? {
          code: "source_timeout",
          message: "Computing this widget took too long. Try a shorter period.",
          retryable: true,
          data_source_id: null,
        }
      : {
          code: "source_error",
          message: "The data of this widget could not be read. Try again in a few minutes.",
          retryable: true,
          data_source_id: null,
        }
  return { ...plain({ ...blank(widget), status: "error", error: told }), cause: isAsked ? null : error }
}

const wordsOf = (error: Problem | ZodError) =>
  error instanceof ZodError ? error.issues.map((issue) => issue.message).join(" ") : error.message

const plain = (widget: WidgetAnswer): Answered => ({ widget, source: null, truncation: null, cause: null })

const textOf = ({ options }: Placed) => (typeof options["text"] === "string" ? options["text"] : "")

const blank = ({ id, kind, title, section_id, position }: Placed): WidgetAnswer => ({
  id,
  kind,
  title,
  section_id,
  position,
  status: "empty",
  columns: [],
  series: [],
  rows: [],
  totals: {},
  other: null,
  goal: null,
  ai_visibility: null,
  text: null,
  rows_total: 0,
  rows_returned: 0,
  truncated: false,
  quality: [],
  empty_reason: null,
  freshness: null,
  error: null,
})
