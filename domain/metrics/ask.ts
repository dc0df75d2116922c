/** A metric query with everything that its SQL statement needs, and the types of the result row. */
import type { Money } from "./currency"
import type { MetricQuery } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import type { Plan } from "./plan"
import type { QueryContext } from "./query-context"

export type Ask = { context: QueryContext; plan: Plan; query: MetricQuery; period: ResolvedPeriod; money: Money | null }

/**
 * One value per stored metric, in the order of the plan's bases: first those of the period, then those of the
 * comparison.
 */
export type Figures = (number | null)[]
export type Found = {
  rows_total: number
  /** Bits of `MetricFact.quality`. */
  quality: number | null
  rows: [bucket: number, dimensions: string[], figures: Figures][]
  totals: Figures
  /** Totals minus the rows in `rows`. */
  others: Figures
}
