/**
 * Builds the innermost part of a metric query's statement: reads stored facts and groups them by bucket and dimension
 * values.
 */
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import { firstOfWeek } from "./calendar"
import { isDistinctCount, isMoney } from "./catalogue"
import type { Column } from "./column"
import type { ResponseCurrency } from "./currency"
import { rateOfDay } from "./exchange-rate"
import type { ResolvedPeriod, Span } from "./period"
import { isSourceDimension, type Part } from "./plan"
import { plannedFactsCondition } from "./planned-facts-condition"
import type { PlannedQuery } from "./planned-query"

/**
 * Selects one row for each bucket and combination of dimension values. Columns: bucket, dim_0... (values of the
 * dimensions), current_0... (values of `PlannedQuery.columns`), quality (bits of `MetricFact.quality`).
 */
export const selectFacts = (planned: PlannedQuery): Sql => groupedFacts(planned, planned.period, sql`f.date`, "current")

/**
 * Selects the same rows for the comparison period, with the columns bucket, dim_0..., previous_0..., quality. A day
 * belongs to the bucket of the day that it is compared with. 29 February has no such day in the next year, so its
 * bucket is null in queries by day. Totals include it.
 */
export function selectComparedFacts(planned: PlannedQuery): Sql {
  const { comparison, granularity } = planned.period
  if (!comparison) return noRows(planned)
  const { shiftDays } = comparison
  const sameDate = sql`(f.date + interval '1 year')::date`
  const yearLater =
    granularity === "day" ? sql`(case when to_char(f.date, 'MM-DD') <> '02-29' then ${sameDate} end)` : sameDate
  const day = shiftDays === null ? yearLater : sql`(f.date + ${shiftDays}::int)`
  return groupedFacts(planned, comparison, day, "previous")
}

/** Names of SQL columns, one for each item: dim_0, dim_1, ... for the prefix dim. */
export const columnNames = (prefix: ColumnPrefix, items: readonly unknown[]) =>
  items.map((_, n) => raw(`${prefix}_${n}`))

type ColumnPrefix = "dim" | "current" | "previous"

function groupedFacts(
  { context, plan, query, period, money, columns }: PlannedQuery,
  span: Span,
  day: Sql,
  prefix: "current" | "previous",
) {
  const { parts } = plan
  const metricValues = columns.map((column, n) => sql`${metricValue(column, money)} as ${raw(`${prefix}_${n}`)}`)
  const dims = query.dimensions.map((id, n) => sql`${dimensionValue(id, parts)} as ${raw(`dim_${n}`)}`)
  // The positions of the selected columns: 1 is the bucket, and the dimensions follow from 2.
  const groups = join([raw("1"), ...dims.map((_, n) => raw(String(n + 2)))])
  return sql`select ${bucketOf(day, period, context.week_starts_on)} as bucket, ${join([...dims, ...metricValues])},
      bit_or(f.quality) as quality
    from metric_fact f
    ${money?.isConverted ? sql`left join lateral ${rateOfDay(money.code)} rate on f.currency <> ${money.code}` : empty}
    where ${plannedFactsCondition(context, parts, span)} ${wholeCountsCondition(parts, period, span, context.week_starts_on)} ${filterCondition(query.filter)} group by ${groups}`
}

/**
 * Selects the counts of distinct people (`@` in `dimension_set`) that belong to the buckets. The total of a span is a
 * single stored count of a day, week or month that starts on the first day of the span. Counts by week must start on
 * the team's current first weekday: weeks that were stored before a change of that setting are left out.
 */
function wholeCountsCondition(
  parts: Part[],
  { granularity }: ResolvedPeriod,
  { from }: Span,
  weekStartsOn: number,
): Sql {
  if (!parts.some(({ storedMetric }) => isDistinctCount(storedMetric))) return empty
  if (granularity === "total") return sql`and (f.dimension_set not like '%@%' or f.date = ${from}::date)`
  if (granularity !== "week") return empty
  return sql`and (f.dimension_set not like '%@%' or extract(isodow from f.date) = ${weekStartsOn}::int)`
}

function metricValue({ storedMetric, group }: Column, money: ResponseCurrency | null): Sql {
  const isOfMetric = sql`f.metric_id = ${storedMetric}`
  // Two counts of distinct people cannot be added up, so the value is known only if there is exactly one.
  if (isDistinctCount(storedMetric))
    return sql`case when count(*) filter (where ${isOfMetric}) = 1 then max(f.value) filter (where ${isOfMetric}) end`
  const isAmountConverted = money?.isConverted && isMoney(storedMetric) && (group === null || group.isConvertible)
  const amount = isAmountConverted ? sql`round(f.value * coalesce(rate.rate, 1), 6)` : sql`f.value`
  if (group === null) return sql`sum(${amount}) filter (where ${isOfMetric})`
  return sql`sum(${amount}) filter (where ${isOfMetric} and f.data_source_id = any(${group.sourceIds}::text[]))`
}

function dimensionValue(id: string, parts: Part[]): Sql {
  if (id === "data_source") return sql`f.data_source_id`
  if (id !== "provider") return sql`f.dims ->> ${id}`
  const ids = parts.map(({ source }) => source.id)
  const providers = parts.map(({ source }) => source.provider)
  return sql`(${providers}::text[])[array_position(${ids}::text[], f.data_source_id)]`
}

/** Buckets are numbered from the first bucket of the period. */
function bucketOf(day: Sql, { granularity, from }: ResolvedPeriod, weekStartsOn: number): Sql {
  if (granularity === "day") return sql`${day} - ${from}::date`
  if (granularity === "week") return sql`(${day} - ${firstOfWeek(from, weekStartsOn)}::date) / 7`
  if (granularity === "month")
    return sql`(extract(year from ${day}) * 12 + extract(month from ${day}))::int - ${monthNumber(from)}::int`
  return sql`0`
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Filters by dimensions of the source (data_source, provider) are left out: the plan already selected the sources. */
function filterCondition(filter: Record<string, string[]>): Sql {
  const stored = Object.entries(filter).filter(([name]) => !isSourceDimension(name))
  if (stored.length === 0) return empty
  return sql`and ${join(
    stored.map(([name, values]) => sql`f.dims ->> ${name} = any(${values})`),
    " and ",
  )}`
}

function noRows({ columns, query }: PlannedQuery): Sql {
  const none = [
    ...columnNames("dim", query.dimensions).map((column) => sql`null::text as ${column}`),
    ...columnNames("previous", columns).map((column) => sql`null::numeric as ${column}`),
  ]
  return sql`select null::int as bucket, ${join(none)} where false`
}
