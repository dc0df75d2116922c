/** Describes in a sentence where a goal stands, and how much a day it needs from now on. */
import { daysBetween, lengthInDays } from "@/components/days"
import { pluralize } from "@/domain/kernel/format-count"
import { isBudget, minBudgetShare } from "@/domain/metrics/budget"
import { isSum } from "@/domain/metrics/catalogue"
import { columnFormat, formatInColumn } from "@/domain/metrics/format-column"
import type { ValueFormat } from "@/domain/metrics/format-value"
import type { CurvedGoal } from "./goal-curve"
import type { Goal } from "./goal-name"

type DescribedGoal = CurvedGoal & { status?: Goal["status"] }

/** Returns null for metrics that are not sums, for archived goals, and before the goal has data. */
export function goalSentence(goal: DescribedGoal, column: ValueFormat): string | null {
  const { metric, value, target, comparator, starts_on, ends_on, data_through, status = "active" } = goal
  if (!isSum(metric) || value === null || !data_through || data_through < starts_on || status === "archived")
    return null
  const daysLeft = daysBetween(data_through, ends_on)
  if (status !== "active" || daysLeft <= 0) return `${difference(goal, value, formatOf([target, value], column))}.`
  const needed = (target - value) / daysLeft
  const soFar = value / lengthInDays(starts_on, data_through)
  const format = formatOf([target, value, needed, soFar], column)
  const withDaysLeft = `with ${pluralize(daysLeft, "day")} left`
  if (comparator === "at_least" && value >= target) return `The target is reached, ${withDaysLeft}.`
  if (comparator === "at_most" && value > target) return `${difference(goal, value, format)}, ${withDaysLeft}.`
  if (roundsToZero(format(needed))) return `The ${limitName(goal)} is almost reached, ${withDaysLeft}.`
  const remaining =
    comparator === "at_least"
      ? `${format(needed)} a day is needed`
      : `The ${limitName(goal)} leaves ${format(needed)} a day`
  const pace = `${remaining}, against ${format(soFar)} a day so far.`
  return [forecastSentence(goal, format), pace].filter(Boolean).join(" ")
}

type Format = (amount: number) => string

/** Gives all amounts of a sentence the same number of decimals. */
function formatOf(amounts: number[], column: ValueFormat): Format {
  const format = columnFormat(amounts, column)
  return (amount) => formatInColumn(amount, format)
}

const roundsToZero = (amount: string) => !/[1-9]/.test(amount)

/** "target", "limit" or "budget" */
export function limitName(goal: Pick<Goal, "metric" | "comparator">) {
  if (goal.comparator === "at_least") return "target"
  return isBudget(goal) ? "budget" : "limit"
}

function forecastSentence(goal: DescribedGoal, format: Format): string {
  const { target, forecast } = goal
  if (!forecast) return ""
  if (isBudget(goal) && forecast.value < minBudgetShare * target)
    return `${format(target - forecast.value)} of the budget stays unspent at the current pace.`
  const isUndecided = forecast.low <= target && target <= forecast.high
  if (isUndecided) return `The forecast is too close to the ${limitName(goal)} to call.`
  return `${difference(goal, forecast.value, format)} at the current pace.`
}

/** "€32,022 short of the target". Never "€0 short": a difference that rounds to zero has no amount. */
function difference(goal: DescribedGoal, value: number, format: Format): string {
  const { target, comparator } = goal
  const name = limitName(goal)
  if (value === target) return `Exactly at the ${name}`
  const amount = format(Math.abs(value - target))
  if (roundsToZero(amount)) return `Almost exactly at the ${name}`
  if (value > target) return `${amount} ${comparator === "at_least" ? "above" : "over"} the ${name}`
  return `${amount} ${comparator === "at_least" ? "short of" : "below"} the ${name}`
}
