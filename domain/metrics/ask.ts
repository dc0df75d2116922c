/** A metric query with everything that was decided about it, and what the database found. */
import type { Money } from "./currency"
import type { MetricQuery } from "./metric-query"
import type { ResolvedPeriod } from "./period"
import type { Plan } from "./plan"
import type { Scene } from "./scene"

export type Ask = { scene: Scene; plan: Plan; query: MetricQuery; period: ResolvedPeriod; money: Money | null }

/** In the order of the plan's bases: first the period's, then the comparison's. */
export type Figures = (number | null)[]
export type Found = {
  rows_total: number
  /** Bits of `MetricFact.quality`. */
  quality: number | null
  rows: [bucket: number, dimensions: string[], figures: Figures][]
  totals: Figures
  /** Totals less what `rows` holds. */
  others: Figures
}
