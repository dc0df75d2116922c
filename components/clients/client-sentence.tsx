/** The first sentences on a client's page: a goal that will be missed, the main metric, and the largest changes. */
import { Fragment } from "react"
import type { ClientMetrics, MetricColumn } from "@/components/api/types"
import { lengthInDays } from "@/components/days"
import { describeTarget, type Goal, goalPeriod } from "@/components/goals/goal-name"
import { isForecastToMiss } from "@/components/goals/outlook"
import { uncapitalize } from "@/components/letter-case"
import { type Compare, periodLabel, rangeNames } from "@/components/lists/ranges"
import { formatChange, minClearChange } from "@/components/metrics/change"
import { Lead } from "@/components/ui/lead"
import { pluralize } from "@/domain/kernel/format-count"
import { isBudget } from "@/domain/metrics/budget"
import { formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import { outcomeMetrics } from "./headline-metrics"

type Value = ClientMetrics["totals"][string]
type Days = { from: string; to: string }

type Props = {
  /** The key metrics, most important first. */
  columns: MetricColumn[]
  totals: ClientMetrics["totals"]
  /** The name of a preset, or another text. */
  range: string
  days: Days
  comparison: Days | null
  compare: Compare
  goals: Goal[]
}

export function ClientSentence({ columns, totals, range, days, comparison, compare, goals }: Props) {
  const compared = comparedOf(columns, totals)
  const main = mostImportant(compared)
  if (!main || !comparison) return null
  const others = compared.filter(({ column }) => column !== main.column)
  return (
    <Lead>
      {missedGoals(goals).slice(0, 1).map(goalSentence)}
      <strong>
        {main.column.label} {isPlural(main.column) ? "were" : "was"} {formatValue(main.value.value, main.column)}
      </strong>{" "}
      {inPeriod(range, days)}, {difference(main.column, main.value)} {inComparison(compare, days, comparison)}.{" "}
      {largestChanges(others)}
      {othersAreStable(others) && `${isClear(main.value) ? "No other" : "No"} key metric changed by 5% or more.`}
    </Lead>
  )
}

/** The metric that the sentence names first. The chart opens with it. Undefined if there is no sentence. */
export function metricNamedFirst({ columns, totals, goals }: Pick<Props, "columns" | "totals" | "goals">) {
  const goal = missedGoals(goals)[0]
  const ofGoal = goal && columns.find(({ id }) => id === goal.metric)
  return ofGoal ?? mostImportant(comparedOf(columns, totals))?.column
}

/** A metric with a value in the comparison period. */
type Compared = { column: MetricColumn; value: Value }

const comparedOf = (columns: MetricColumn[], totals: ClientMetrics["totals"]): Compared[] =>
  columns.flatMap((column) => {
    const value = totals[column.id]
    return value && value.delta_abs !== null ? [{ column, value }] : []
  })

const missedGoals = (goals: Goal[]) => goals.filter(concernsWholeMetric).filter(isForecastToMiss)

/** The first outcome whose change has a percentage, or else the first such metric. */
function mostImportant(compared: Compared[]): Compared | undefined {
  const withPercentage = compared.filter(({ value }) => value.delta_rel !== null)
  const outcomes = outcomeMetrics.flatMap((id) => withPercentage.find(({ column }) => column.id === id) ?? [])
  return outcomes[0] ?? withPercentage[0]
}

const maxOthers = 2

/** "Ad spend rose 12.0% and sessions fell 8.1%." Empty if no other metric changed clearly. */
function largestChanges(others: Compared[]) {
  const largest = others
    .filter(({ value }) => isClear(value))
    .toSorted((a, b) => relativeChange(b.value) - relativeChange(a.value))
    .slice(0, maxOthers)
  if (largest.length === 0) return ""
  const parts = largest.map(
    ({ column, value }, i) => `${i === 0 ? column.label : uncapitalize(column.label)} ${movement(column, value)}`,
  )
  return `${parts.join(" and ")}.`
}

/** True if no other metric changed clearly. A change from 0 has no percentage, and is never small. */
const othersAreStable = (others: Compared[]) =>
  others.length > 0 && others.every(({ value }) => !isClear(value) && !isFromZero(value))

/** Goals for a part of a metric, such as one channel, are left out, because the sentence names only the metric. */
const concernsWholeMetric = ({ filter }: Goal) => Object.keys(filter).length === 0

/**
 * "Revenue is forecast to miss its goal: €87,978 in November 2026, and the goal is at least €120,000." or "Ad spend is
 * forecast to exceed its budget: €9,100 in November 2026, and the budget is €8,500."
 */
function goalSentence(goal: Goal) {
  const { id, metric, label, unit, currency, target, forecast } = goal
  const column = { id: metric, unit, currency } as ValueFormat
  const [verb, their] = isPlural({ label }) ? ["are", "their"] : ["is", "its"]
  const outcome = isBudget(goal) ? `exceed ${their} budget` : `miss ${their} goal`
  return (
    <Fragment key={id}>
      <strong>
        {label} {verb} forecast to {outcome}
      </strong>
      : {formatValue(forecast?.value ?? null, column)} {inGoalPeriod(goal)}, and the{" "}
      {isBudget(goal) ? `budget is ${formatValue(target, column)}` : `goal is ${describeTarget(goal, column)}`}.{" "}
    </Fragment>
  )
}

const relativeChange = ({ delta_rel }: Value) => Math.abs(delta_rel ?? 0)
const isClear = (value: Value) => relativeChange(value) >= minClearChange
const isFromZero = ({ delta_abs, delta_rel }: Value) => delta_rel === null && delta_abs !== 0
/** "Key events", but not "ROAS" */
const isPlural = ({ label }: Pick<MetricColumn, "label">) => /[a-z]s$/.test(label)

/** "18.3% less than", or "about the same as" below 5% */
function difference(column: MetricColumn, value: Value) {
  const { delta_abs, delta_rel } = value
  if (!isClear(value)) return delta_abs === 0 ? "the same as" : "about the same as"
  return `${formatSize(delta_abs, delta_rel, column)} ${comparativeOf(column, (delta_abs ?? 0) > 0)} than`
}

/** Amounts are more, less or fewer. Ratios and positions are higher or lower. */
function comparativeOf(column: MetricColumn, isMore: boolean) {
  const isAmount = column.unit === "money" || column.unit === "count"
  if (!isAmount) return isMore ? "higher" : "lower"
  if (isMore) return "more"
  return column.unit === "count" && isPlural(column) ? "fewer" : "less"
}

/** "fell 18.3%" */
function movement(column: MetricColumn, { delta_abs, delta_rel }: Value) {
  const size = formatSize(delta_abs, delta_rel, column)
  if (!/[1-9]/.test(size)) return "did not change"
  return `${(delta_abs ?? 0) > 0 ? "rose" : "fell"} ${size}`
}

const formatSize = (absolute: number | null, relative: number | null, column: MetricColumn) =>
  formatChange(absolute ?? 0, relative, column).replace(/^[+−]/, "")

/** "in November 2026", or "from 3 Nov to 20 Dec 2026" for a custom period */
function inGoalPeriod(goal: Goal) {
  if (goal.period !== "custom") return `in ${goalPeriod(goal)}`
  return `${goal.starts_on === goal.ends_on ? "on" : "from"} ${goalPeriod(goal)}`
}

/** "in the last 28 days", "last month", or "from 30 Oct to 26 Nov 2026" */
function inPeriod(range: string, days: Days) {
  const name = rangeNames[range]
  if (name) return /^last \d/.test(name) ? `in the ${name}` : name
  return `${days.from === days.to ? "on" : "from"} ${periodLabel(days)}`
}

/** "in the 28 days before", "in the same days of the year before", or the dates of another comparison */
function inComparison(compare: Compare, days: Days, comparison: Days) {
  if (compare === "previous_year") return "in the same days of the year before"
  const count = lengthInDays(days.from, days.to)
  if (compare === "previous_period")
    return count === 1 ? "on the day before" : `in the ${pluralize(count, "day")} before`
  return `${comparison.from === comparison.to ? "on" : "from"} ${periodLabel(comparison)}`
}
