/**
 * Shapes the result of a metric query: columns, rows, totals over all rows, and the sums of the rows beyond the limit.
 */
import { z } from "zod"
import { addDays, addMonths, type Day, firstOfMonth, firstOfWeek } from "./calendar"
import { isDistinctCount, metricOf } from "./catalogue"
import { columnIndex, groupsOfMetric } from "./column"
import type { CurrencyGroup } from "./currency"
import { isDistinctCountComparable, isWholeBucket, lastDayOfBucket } from "./distinct-counts"
import { metric } from "./metric"
import { computeMetric, type MetricValue, metricValue } from "./metric-value"
import type { ResolvedPeriod } from "./period"
import type { MetricValues, PlannedQuery, QueryResult } from "./planned-query"

const columnFields = { id: true, label: true, unit: true, aggregation: true, direction: true } as const
export const isFinalField = z
  .boolean()
  .meta({ description: "`false` if the data source may still restate the values." })
const values = z.record(z.string(), metricValue)

export const metricTable = z
  .object({
    columns: z
      .array(
        metric.pick(columnFields).extend({
          currency: z
            .string()
            .nullable()
            .meta({ description: "For monetary metrics, the ISO 4217 currency code. `null` for all other metrics." }),
        }),
      )
      .meta({ description: "The metrics of the table, in the order of the query." }),
    rows: z
      .array(
        z.object({
          dims: z.record(z.string(), z.string()).meta({
            description: "The values of the dimensions, and the date, the week (its first day) or the month (YYYY-MM).",
          }),
          values: values.meta({ description: "The values of the row, by metric ID." }),
          is_final: isFinalField,
        }),
      )
      .meta({ description: "The rows, in the order of the query." }),
    totals: values.meta({ description: "The totals over all matching rows, regardless of `limit`." }),
    other: values.nullable().meta({ description: "The totals minus the returned rows. `null` if no row is missing." }),
    rows_total: z.int().meta({ description: "The number of matching rows, regardless of `limit`." }),
    rows_returned: z.int().meta({ description: "The number of rows in `rows`." }),
  })
  .meta({ id: "MetricTable" })
export type MetricTable = z.infer<typeof metricTable>

/** Builds the response from the row that the statement returned. */
export function buildMetricTable(planned: PlannedQuery, result: QueryResult, finalThrough: string | null): MetricTable {
  const { plan, query, period, context } = planned
  const isOneBucket = period.granularity === "total" && query.dimensions.length === 0
  const rows = result.rows.map(([bucket, dimensions, values]) => {
    const first = firstDay(bucket, period, context.week_starts_on)
    return {
      dims: {
        ...bucketLabel(first, period),
        ...Object.fromEntries(query.dimensions.map((name, n) => [name, dimensions[n] ?? ""])),
      },
      values: valuesOf(planned, values, {
        isDistinctCountKnown: isWholeBucket(first, period.granularity, period),
        unknown: plan.unknownInRows,
      }),
      is_final: finalThrough !== null && lastDay(first, period) <= finalThrough,
    }
  })
  const totalsOptions = { isDistinctCountKnown: isOneBucket, unknown: plan.unknownInTotals }
  return {
    columns: query.metrics.map((id) => columnOf(id, planned.money?.code ?? null)),
    rows,
    totals: valuesOf(planned, result.totals, totalsOptions),
    other: rows.length < result.rows_total ? valuesOf(planned, result.others, totalsOptions) : null,
    rows_total: result.rows_total,
    rows_returned: rows.length,
  }
}

/** `unknown`: stored metrics whose values are null, because rows would count something more than once. */
type ValueOptions = { isDistinctCountKnown: boolean; unknown: Set<string> }

/**
 * One value for each metric of the query. `values` contains the columns of the period, then those of the comparison.
 */
function valuesOf(planned: PlannedQuery, values: MetricValues, options: ValueOptions): Record<string, MetricValue> {
  const width = planned.columns.length
  const sums = { current: values.slice(0, width), previous: values.slice(width) }
  return Object.fromEntries(planned.query.metrics.map((id) => [id, valueOfMetric(id, planned, sums, options)]))
}

type Sums = { current: MetricValues; previous: MetricValues }

/** Returns the value of the first currency group that has one. If none has, the value is null. */
function valueOfMetric(id: string, planned: PlannedQuery, sums: Sums, options: ValueOptions): MetricValue {
  const groups = groupsOfMetric(id, planned.money)
  for (const group of groups) {
    const metricValue = valueOfGroup(id, group, planned, sums, options)
    if (metricValue.value !== null) return metricValue
  }
  return valueOfGroup(id, groups[0] ?? null, planned, sums, options)
}

function valueOfGroup(
  id: string,
  group: CurrencyGroup | null,
  planned: PlannedQuery,
  { current, previous }: Sums,
  { isDistinctCountKnown, unknown }: ValueOptions,
): MetricValue {
  const isKnown = (storedMetric: string) =>
    !unknown.has(storedMetric) && (isDistinctCountKnown || !isDistinctCount(storedMetric))
  const isComparable = (storedMetric: string) =>
    isKnown(storedMetric) && (!isDistinctCount(storedMetric) || isDistinctCountComparable(planned.period))
  const sumOf = (storedMetric: string, values: MetricValues) => {
    if (group !== null && isAmount(id) && hasOtherCurrency(planned, storedMetric, values)) return null
    return values[columnIndex(planned.columns, storedMetric, group)] ?? null
  }
  return computeMetric(
    id,
    (storedMetric) => (isKnown(storedMetric) ? sumOf(storedMetric, current) : null),
    (storedMetric) => (isComparable(storedMetric) ? sumOf(storedMetric, previous) : null),
  )
}

/** True for metrics that are not ratios. A ratio stays known, because it compares amounts of one currency. */
const isAmount = (id: string) => metricOf(id).denominatorTerms === null

/** Whether a sum would leave out amounts that cannot be converted. */
const hasOtherCurrency = ({ columns, money }: PlannedQuery, storedMetric: string, values: MetricValues) =>
  (money?.groups ?? []).some(
    (group) => !group.isConvertible && Boolean(values[columnIndex(columns, storedMetric, group)]),
  )

function columnOf(id: string, currency: string | null) {
  const { label, unit, aggregation, direction } = metricOf(id)
  return { id, label, unit, aggregation, direction, currency: unit === "money" ? currency : null }
}

function firstDay(bucket: number, { granularity, from }: ResolvedPeriod, weekStartsOn: number) {
  if (granularity === "day") return addDays(from, bucket)
  if (granularity === "week") return addDays(firstOfWeek(from, weekStartsOn), 7 * bucket)
  if (granularity === "month") return addMonths(firstOfMonth(from), bucket)
  return from
}

function lastDay(first: Day, { granularity, to }: ResolvedPeriod): Day {
  const last = granularity === "total" ? to : lastDayOfBucket(first, granularity)
  return last > to ? to : last
}

function bucketLabel(first: Day, { granularity }: ResolvedPeriod): Record<string, string> {
  if (granularity === "total") return {}
  if (granularity === "day") return { date: first }
  return granularity === "week" ? { week: first } : { month: first.slice(0, 7) }
}
