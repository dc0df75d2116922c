/**
 * Breaks the change behind a signal about a metric or a goal down by channel, campaign or source. It compares the days
 * of the signal with the same weekdays before them.
 */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays, dayIn, lengthInDays } from "@/domain/metrics/calendar"
import { findMetric } from "@/domain/metrics/catalogue"
import { dimensions } from "@/domain/metrics/dimension"
import { maxRows } from "@/domain/metrics/metric-query"
import { periodOf, type Span } from "@/domain/metrics/period"
import { queryMetrics } from "@/domain/metrics/query"
import { loadQueryContext, type QueryContext } from "@/domain/metrics/query-context"
import { readGoalFilter } from "./goal-filter"
import { requireSignal, type SignalRow } from "./signal"

const span = z.object({ from: calendarDate(), to: calendarDate() })
const values = { before: z.number(), after: z.number() }

export const contributions = z.object({
  dimension: z.object({ id: z.string(), label: z.string() }),
  unit: z.string(),
  currency: z.string().nullable(),
  period: span,
  comparison: span,
  total: z.object(values),
  parts: z
    .array(z.object({ name: z.string(), ...values }))
    .meta({ description: "The values of the dimension. Those that explain most of the change come first." }),
})
type Contributions = z.infer<typeof contributions>

/** The result has the first of these dimensions in which the data sources store the whole metric. */
const explainingDimensions = ["channel", "campaign", "source"]

export const getContributions = defineOperation({
  id: "signals.getContributions",
  summary: "Get the channels, campaigns or sources behind a signal",
  audience: "team",
  kind: "query",
  input: z.strictObject({ signal_id: id("signal") }),
  output: contributions.nullable().meta({
    description: "`null` if no dimension of the metric is stored, or if the metric did not change as the signal says.",
  }),
  async handle(ctx, { signal_id }) {
    return { data: await readContributions(ctx, await requireSignal(ctx.team, signal_id)) }
  },
})

export async function readContributions(ctx: TeamContext, signal: SignalRow): Promise<Contributions | null> {
  const metric = findMetric(signal.subject.metric_id ?? "")
  // Shares of a change exist only for values that can be added up.
  if (metric?.answered_by !== "metrics" || metric.aggregation !== "sum") return null
  const filter = await readSignalFilter(ctx, signal)
  const context = await loadQueryContext(ctx.team.id, signal.client.id)
  if (!filter || !context) return null
  const query = { ctx, context, metricId: metric.id, filter, ...spansOf(signal) }
  for (const dimension of explainingDimensions) {
    if (dimension in filter) continue
    const found = await breakDown(query, dimension)
    if (found) return isChangeOf(signal, found) ? { ...found, unit: metric.unit } : null
  }
  return null
}

/** The part of the metric that the signal is about. Null if metric queries cannot select it. */
async function readSignalFilter(
  { team }: TeamContext,
  { subject }: SignalRow,
): Promise<Record<string, string[]> | null> {
  if (subject.kind === "goal") return readGoalFilter(team.id, subject.goal_id)
  if (subject.kind !== "metric" || subject.filter?.["query_group"]) return null
  const entries = Object.entries(subject.filter ?? {}).map(([name, value]) => [name, [value].flat().map(String)])
  return { ...Object.fromEntries(entries), ...(subject.data_source_id && { data_source: [subject.data_source_id] }) }
}

const weekDays = 7

/** The comparison has as many days as the signal, and the same weekdays. */
function spansOf({ period: { from, to } }: SignalRow) {
  const shiftDays = weekDays * Math.ceil(lengthInDays(from, to) / weekDays)
  return { period: { from, to }, comparison: { from: addDays(from, -shiftDays), to: addDays(to, -shiftDays) } }
}

type Query = {
  ctx: TeamContext
  context: QueryContext
  metricId: string
  filter: Record<string, string[]>
  period: Span
  comparison: Span
}

/** Null if a data source does not store the dimension, or only for a part of the metric. */
async function breakDown(query: Query, dimension: string): Promise<Omit<Contributions, "unit"> | null> {
  const { period, comparison } = query
  const after = await readParts(query, dimension, period)
  const before = await readParts(query, dimension, comparison)
  if (!after || !before) return null
  const names = [...new Set([...after.parts.keys(), ...before.parts.keys()])]
  const parts = names.map((name) => ({
    name,
    before: before.parts.get(name) ?? 0,
    after: after.parts.get(name) ?? 0,
  }))
  const total = { before: before.total, after: after.total }
  const direction = Math.sign(changeOf(total))
  const label = dimensions.find(({ id }) => id === dimension)?.label ?? dimension
  return {
    dimension: { id: dimension, label },
    currency: after.currency,
    period,
    comparison,
    total,
    parts: parts.sort((a, b) => direction * (changeOf(b) - changeOf(a))),
  }
}

const changeOf = ({ before, after }: { before: number; after: number }) => after - before

async function readParts({ ctx, context, metricId, filter }: Query, dimension: string, span: Span) {
  const { timezone } = context
  const period = periodOf(span, "total", { timezone, today: dayIn(timezone, ctx.now()) })
  const read = (dimensions: string[]) =>
    queryMetrics(context, { metrics: [metricId], dimensions, filter, limit: maxRows }, period)
  const undivided = await read([])
  const byPart = await read([dimension])
  const total = undivided.table.totals[metricId]?.value
  const parts = new Map(
    byPart.table.rows.map(({ dims, values }) => [dims[dimension] ?? "", values[metricId]?.value ?? 0]),
  )
  // A further warning means that a data source does not store the dimension.
  const isComplete = byPart.truncation === null && byPart.warnings.length === undivided.warnings.length
  if (total == null || parts.size < 2 || !isComplete) return null
  if (!isNear(sum([...parts.values()]), total)) return null
  return { total, parts, currency: undivided.currency?.code ?? null }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Breakdowns of some platforms differ from the total by rounding. */
const isNear = (value: number, total: number) => Math.abs(value - total) <= Math.abs(total) * 0.01

/** As a share of the earlier value. Smaller changes need no explanation. */
const minChangedShare = 0.01

/** True if the metric changed since the comparison, and in the direction of the signal. */
function isChangeOf({ direction }: SignalRow, { total }: Pick<Contributions, "total">) {
  const change = changeOf(total)
  if (change === 0 || Math.abs(change) < Math.abs(total.before) * minChangedShare) return false
  return direction === "none" || direction === (change < 0 ? "down" : "up")
}
