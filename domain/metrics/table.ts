/**
 * Shapes the result of a metric query: columns, rows, totals over all rows, and the sums of the rows beyond the limit.
 */
import { z } from "zod"
import { addDays, addMonths, firstOfMonth, firstOfWeek, lastOfMonth } from "./calendar"
import { isDistinctCount, metricOf } from "./catalogue"
import { columnIndex, groupsOfMetric } from "./column"
import { metric } from "./metric"
import { computeMetric, metricValue } from "./metric-value"
import type { ResolvedPeriod } from "./period"
import type { MetricValues, PlannedQuery, QueryResult } from "./planned-query"
import { isUniqueComparable, isWholeBucket } from "./unique"

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
        ...label(first, period),
        ...Object.fromEntries(query.dimensions.map((d, n) => [d, dimensions[n] ?? ""])),
      },
      values: valuesOf(planned, values, {
        isUniqueKnown: isWholeBucket(first, period.granularity, period),
        blank: plan.overlapping.rows,
      }),
      is_final: finalThrough !== null && lastDay(first, period) <= finalThrough,
    }
  })
  const totalsOptions = { isUniqueKnown: isOneBucket, blank: plan.overlapping.totals }
  return {
    columns: query.metrics.map((id) => columnOf(id, planned.money?.code ?? null)),
    rows,
    totals: valuesOf(planned, result.totals, totalsOptions),
    other: rows.length < result.rows_total ? valuesOf(planned, result.others, totalsOptions) : null,
    rows_total: result.rows_total,
    rows_returned: rows.length,
  }
}

/** `blank`: stored metrics whose values are null, because rows would count something more than once. */
type ValueOptions = { isUniqueKnown: boolean; blank: Set<string> }

function valuesOf(planned: PlannedQuery, values: MetricValues, { isUniqueKnown, blank }: ValueOptions) {
  const { columns, query, period, money } = planned
  const isKnown = (storedMetric: string) =>
    !blank.has(storedMetric) && (isUniqueKnown || !isDistinctCount(storedMetric))
  const isCompared = (storedMetric: string) =>
    isKnown(storedMetric) && (!isDistinctCount(storedMetric) || isUniqueComparable(period))
  const ofGroup = (id: string, group: number | null) => {
    const lookup = (offset: number) => (storedMetric: string) => {
      if (group !== null && isSum(id) && hasOtherCurrency(planned, storedMetric, values.slice(offset))) return null
      return values[offset + columnIndex(columns, storedMetric, group)] ?? null
    }
    const [now, before] = [lookup(0), lookup(columns.length)]
    return computeMetric(
      id,
      (storedMetric) => (isKnown(storedMetric) ? now(storedMetric) : null),
      (storedMetric) => (isCompared(storedMetric) ? before(storedMetric) : null),
    )
  }
  return Object.fromEntries(
    query.metrics.map((id) => {
      const [group = null, ...others] = groupsOfMetric(id, money)
      const found = [group, ...others].map((each) => ofGroup(id, each))
      return [id, found.find(({ value }) => value !== null) ?? ofGroup(id, group)]
    }),
  )
}

const isSum = (id: string) => metricOf(id).denominatorTerms === null

/** Whether a sum would leave out amounts that cannot be converted. */
const hasOtherCurrency = ({ columns, money }: PlannedQuery, storedMetric: string, values: MetricValues) =>
  (money?.groups ?? []).some((_, group) => group > 0 && Boolean(values[columnIndex(columns, storedMetric, group)]))

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

function lastDay(first: string, { granularity, to }: ResolvedPeriod) {
  const last = granularity === "week" ? addDays(first, 6) : granularity === "month" ? lastOfMonth(first) : first
  return granularity === "total" || last > to ? to : last
}

const label = (first: string, { granularity }: ResolvedPeriod): Record<string, string> =>
  granularity === "total"
    ? {}
    : granularity === "day"
      ? { date: first }
      : granularity === "week"
        ? { week: first }
        : { month: first.slice(0, 7) }
