/** Finds a budget that is spent, or whose spend is forecast to end far above or below it. */
import { maxBudgetShare, minBudgetShare } from "@/domain/metrics/budget"
import type { Finding, SeriesDay } from "../../finding"
import { severityOfForecast } from "../severity"
import { formatDay, formatMetric, formatWholePercent, labelOf, type MetricSubject } from "../wording"
import { type Goal, goalFinding, minElapsedShare } from "./goal-finding"
import { type Projection, project } from "./projection"

/**
 * Reports a spent budget, or else a forecast that is too high or too low.
 *
 * `subject`: the spend. `days`: final days in order, with at least two weeks of history.
 */
export function detectBudget(subject: MetricSubject, days: readonly SeriesDay[], budget: Goal): Finding | null {
  const projection = project(subject.metric_id, days, budget)
  if (!projection || budget.target <= 0) return null
  if (projection.toDate >= budget.target) return budgetExceededFinding(subject, budget, projection)
  if (projection.elapsedShare < minElapsedShare) return null
  const share = projection.value / budget.target
  if (share >= minBudgetShare && share <= maxBudgetShare) return null
  return budgetPacingFinding(subject, budget, projection, share)
}

function budgetExceededFinding(subject: MetricSubject, budget: Goal, projection: Projection): Finding {
  const spent = formatMetric(projection.toDate, subject)
  const target = formatMetric(budget.target, subject)
  return goalFinding(budget, subject, projection, {
    type: "budget_exceeded",
    category: "budget",
    severity: "critical",
    direction: "up",
    impact: "negative",
    title: `Budget for ${subject.filterLabel ?? "the period"} is spent`,
    summary: `${labelOf(subject)} was ${spent} by ${formatDay(projection.lastDay)}, which is ${formatWholePercent(projection.toDate / budget.target)} of the budget of ${target} until ${formatDay(budget.ends_on)}.`,
    value: projection.toDate,
    expected: { value: budget.target, low: null, high: budget.target },
    score: null,
  })
}

function budgetPacingFinding(subject: MetricSubject, budget: Goal, projection: Projection, share: number): Finding {
  const label = labelOf(subject)
  const spent = formatMetric(projection.toDate, subject)
  const forecast = formatMetric(projection.value, subject)
  const target = formatMetric(budget.target, subject)
  const isOver = share > 1
  const hasEnded = projection.daysLeft === 0
  const result = hasEnded
    ? `${label} came to ${spent} by ${formatDay(budget.ends_on)}`
    : `${label} was ${spent} by ${formatDay(projection.lastDay)} and is forecast to reach ${forecast} by ${formatDay(budget.ends_on)}`
  return goalFinding(budget, subject, projection, {
    type: "budget_pacing",
    category: "budget",
    severity: severityOfForecast(share),
    direction: isOver ? "up" : "down",
    impact: "negative",
    title: `${label}${hasEnded ? "" : " forecast"} ${formatWholePercent(Math.abs(share - 1))} ${isOver ? "above" : "below"} budget`,
    summary: `${result}, which is ${formatWholePercent(share)} of the budget of ${target}.`,
    value: projection.value,
    expected: { value: budget.target, low: minBudgetShare * budget.target, high: maxBudgetShare * budget.target },
    score: null,
  })
}
