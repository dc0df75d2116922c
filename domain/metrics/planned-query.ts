/** A metric query with everything that its SQL statement needs, and the schema of the result row. */
import { z } from "zod"
import type { Column } from "./column"
import type { ResponseCurrency } from "./currency"
import type { MetricQuery } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import type { Plan } from "./plan"
import type { QueryContext } from "./query-context"

export type PlannedQuery = {
  context: QueryContext
  plan: Plan
  query: MetricQuery
  period: ResolvedPeriod
  money: ResponseCurrency | null
  /** The value columns of the statement. */
  columns: Column[]
}

/** One value per column: first those of the period, then those of the comparison. */
const metricValues = z.array(z.number().nullable())
export type MetricValues = z.infer<typeof metricValues>

export const queryResult = z.object({
  rows_total: z.int(),
  /** Bits of `MetricFact.quality`. */
  quality: z.int().nullable(),
  /** The bucket, the values of the dimensions, and the values of the metrics. */
  rows: z.array(z.tuple([z.int(), z.array(z.string()), metricValues])),
  totals: metricValues,
  /** Totals minus the rows in `rows`. */
  others: metricValues,
})
export type QueryResult = z.infer<typeof queryResult>
