/**
 * Lists the value columns of a metric query's statement, and finds the columns of a metric. Amounts that cannot be
 * converted have a column for each currency, so that ratios within one currency stay known.
 */
import { basesOf, isMoney, metricOf } from "./catalogue"
import type { ResponseCurrency } from "./currency"
import type { Plan } from "./plan"

/** A stored metric of all sources of the plan, or of one group of `ResponseCurrency.groups`. */
export type Column = { base: string; group: number | null }

export function columnsOf(plan: Plan, metrics: string[], money: ResponseCurrency | null): Column[] {
  const groups = money?.groups ?? []
  if (groups.length === 0) return plan.bases.map((base) => ({ base, group: null }))
  const moneyBases = new Set(metrics.filter(containsMoney).flatMap((id) => basesOf(metricOf(id))))
  return [
    ...plan.bases.filter((base) => !isMoney(base)).map((base) => ({ base, group: null })),
    ...groups.flatMap((_, group) => [...moneyBases].map((base) => ({ base, group }))),
  ]
}

export const columnIndex = (columns: Column[], base: string, group: number | null) =>
  columns.findIndex((column) => column.base === base && column.group === group)

/**
 * The groups that may give a metric its value, in order of preference. An amount is in the currency of the response, so
 * only the first group counts. A ratio of two amounts has no currency, so every group counts.
 */
export function groupsOfMetric(id: string, money: ResponseCurrency | null): (number | null)[] {
  if (!money || money.groups.length === 0 || !containsMoney(id)) return [null]
  return metricOf(id).unit === "money" ? [0] : money.groups.map((_, group) => group)
}

/** True for amounts of money and for ratios that contain one. */
const containsMoney = (id: string) => basesOf(metricOf(id)).some(isMoney)
