/** Metrics of budgets and data freshness. They are described here and computed by goals and data sources. */
import { computedElsewhere } from "../metric"

export const service = [
  computedElsewhere({
    id: "budget_pacing",
    label: "Budget pacing",
    unit: "ratio",
    direction: "neutral",
    aggregation: "ratio",
    answered_by: "goals",
    numerator: "spend to date",
    denominator: "budget * elapsed share of the period",
    definition: "The spend compared with an even distribution of the budget over the period. 1 means on plan.",
  }),
  computedElsewhere({
    id: "data_freshness_hours",
    label: "Age of the data",
    unit: "hours",
    direction: "less_is_better",
    aggregation: "max",
    answered_by: "data_sources",
    definition: "Hours since the last synchronization of the data source with the oldest data.",
  }),
]
