/**
 * Shapes the result of a metric query: columns, rows, totals over all rows, and the sums of the rows beyond the limit.
 */
import { z } from "zod"
import type { Ask, Figures, Found } from "./ask"
import { addDays, addMonths, firstOfMonth, firstOfWeek, lastOfMonth } from "./calendar"
import { isUniqueBase, metricOf } from "./catalogue"
import { type Lookup, measure, metricValue } from "./figures"
import { aggregations, directions, units } from "./metric"
import type { ResolvedPeriod } from "./period"
import { isUniqueComparable, isWholeBucket } from "./unique"

const values = z.record(z.string(), metricValue)

export const metricTable = z
  .object({
    columns: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        unit: z.enum(units),
        aggregation: z.enum(aggregations),
        direction: z.enum(directions),
        currency: z.string().nullable(),
      }),
    ),
    rows: z.array(
      z.object({
        dims: z.record(z.string(), z.string()).meta({
          description: "The values of the dimensions, and the date, the week (its first day) or the month (YYYY-MM).",
        }),
        values,
        is_final: z.boolean().meta({ description: "`false` if the data source may still restate the values." }),
      }),
    ),
    totals: values.meta({ description: "The totals over all matching rows, regardless of `limit`." }),
    other: values.nullable().meta({ description: "The totals minus the returned rows. `null` if no row is missing." }),
    rows_total: z.int(),
    rows_returned: z.int(),
  })
  .meta({ id: "MetricTable" })
export type MetricTable = z.infer<typeof metricTable>

/** Builds the response from the row that the statement returned. */
export function shape(ask: Ask, found: Found, finalThrough: string | null): MetricTable {
  const { plan, query, period, context } = ask
  const isOneBucket = period.granularity === "total" && query.dimensions.length === 0
  const rows = found.rows.map(([bucket, dimensions, figures]) => {
    const first = firstDay(bucket, period, context.week_starts_on)
    return {
      dims: {
        ...label(first, period),
        ...Object.fromEntries(query.dimensions.map((d, n) => [d, dimensions[n] ?? ""])),
      },
      values: valuesOf(ask, figures, {
        isUniqueKnown: isWholeBucket(first, period.granularity, period),
        blank: plan.overlapping.rows,
      }),
      is_final: finalThrough !== null && lastDay(first, period) <= finalThrough,
    }
  })
  const whole = { isUniqueKnown: isOneBucket, blank: plan.overlapping.totals }
  return {
    columns: query.metrics.map((id) => columnOf(id, ask.money?.code ?? null)),
    rows,
    totals: valuesOf(ask, found.totals, whole),
    other: rows.length < found.rows_total ? valuesOf(ask, found.others, whole) : null,
    rows_total: found.rows_total,
    rows_returned: rows.length,
  }
}

type Known = { isUniqueKnown: boolean; blank: Set<string> }

function valuesOf({ plan, query, period }: Ask, figures: Figures, { isUniqueKnown, blank }: Known) {
  const isKnown = (base: string) => !blank.has(base) && (isUniqueKnown || !isUniqueBase(base))
  const isCompared = (base: string) => isKnown(base) && (!isUniqueBase(base) || isUniqueComparable(period))
  const now: Lookup = (base) => (isKnown(base) ? (figures[plan.bases.indexOf(base)] ?? null) : null)
  const before: Lookup = (base) =>
    isCompared(base) ? (figures[plan.bases.length + plan.bases.indexOf(base)] ?? null) : null
  return Object.fromEntries(query.metrics.map((id) => [id, measure(id, now, before)]))
}

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
