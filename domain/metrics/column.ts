/**
 * Lists the value columns of a metric query's statement, and finds the columns of a metric. Amounts that cannot be
 * converted have a column for each currency, so that ratios within one currency stay known.
 */
import { isMoney, metricOf, storedMetricsOf } from "./catalogue"
import type { CurrencyGroup, ResponseCurrency } from "./currency"
import type { Plan } from "./plan"

/** A stored metric of all sources of the plan, or of one group of `ResponseCurrency.groups`. */
export type Column = { storedMetric: string; group: CurrencyGroup | null }

export function listColumns(plan: Plan, metrics: string[], money: ResponseCurrency | null): Column[] {
  const groups = money?.groups ?? []
  if (groups.length === 0) return plan.storedMetrics.map((storedMetric) => ({ storedMetric, group: null }))
  const storedForMoney = new Set(metrics.filter(containsMoney).flatMap((id) => storedMetricsOf(metricOf(id))))
  return [
    ...plan.storedMetrics.filter((id) => !isMoney(id)).map((storedMetric) => ({ storedMetric, group: null })),
    ...groups.flatMap((group) => [...storedForMoney].map((storedMetric) => ({ storedMetric, group }))),
  ]
}

export const columnIndex = (columns: Column[], storedMetric: string, group: CurrencyGroup | null) =>
  columns.findIndex((column) => column.storedMetric === storedMetric && column.group === group)

/**
 * The groups that may give a metric its value, in order of preference. An amount is in the currency of the response, so
 * only amounts that can be converted count. A ratio of two amounts has no currency, so every group counts.
 */
export function groupsOfMetric(id: string, money: ResponseCurrency | null): (CurrencyGroup | null)[] {
  if (!money || money.groups.length === 0 || !containsMoney(id)) return [null]
  return metricOf(id).unit === "money" ? money.groups.filter((group) => group.isConvertible) : money.groups
}

/** True for amounts of money and for ratios that contain one. */
const containsMoney = (id: string) => storedMetricsOf(metricOf(id)).some(isMoney)
