/** Finds a goal that is met or missed, or that will be missed at the current pace. */
import { isSum } from "@/domain/metrics/catalogue"
import type { Finding, SeriesDay } from "../../finding"
import { formatDay, formatMetric, labelOf, type MetricSubject } from "../wording"
import { type Goal, goalFinding, minElapsedShare } from "./goal-finding"
import { type Projection, project } from "./projection"

type ComparedGoal = Goal & { comparator: "at_least" | "at_most" }

/** `days`: final days in order, with at least two weeks of history. Ratios come with numerator and denominator. */
export function detectGoal(subject: MetricSubject, days: readonly SeriesDay[], goal: ComparedGoal): Finding | null {
  const projection = project(subject.metric_id, days, goal)
  if (!projection) return null
  if (isMet(subject, goal, projection)) return goalMetFinding(subject, goal, projection)
  if (projection.elapsedShare < minElapsedShare) return null
  const isOffTrack = goal.comparator === "at_least" ? projection.high < goal.target : projection.low > goal.target
  return isOffTrack ? goalOffTrackFinding(subject, goal, projection) : null
}

/** Before the period ends, only a sum that must reach its target can be met, because it cannot fall again. */
function isMet(subject: MetricSubject, { comparator, target }: ComparedGoal, { toDate, daysLeft }: Projection) {
  const isFinal = daysLeft === 0
  const canOnlyRise = isSum(subject.metric_id)
  if (!isFinal && !(comparator === "at_least" && canOnlyRise)) return false
  return comparator === "at_least" ? toDate >= target : toDate <= target
}

function goalMetFinding(subject: MetricSubject, goal: ComparedGoal, projection: Projection): Finding {
  const value = formatMetric(projection.toDate, subject)
  const target = formatMetric(goal.target, subject)
  return goalFinding(goal, subject, projection, {
    type: "goal_met",
    category: "goal",
    severity: "info",
    direction: goal.comparator === "at_least" ? "up" : "down",
    impact: "positive",
    title: `${labelOf(subject)} goal met`,
    summary: `${labelOf(subject)} came to ${value} by ${formatDay(projection.lastDay)}, and the goal until ${formatDay(goal.ends_on)} is ${limits[goal.comparator]} ${target}.`,
    value: projection.toDate,
    expected: { value: goal.target, ...acceptableRange(goal) },
    score: null,
  })
}

function goalOffTrackFinding(subject: MetricSubject, goal: ComparedGoal, projection: Projection): Finding {
  const { ends_on, comparator, target } = goal
  const { value, low, high, daysLeft } = projection
  const label = labelOf(subject)
  const format = (amount: number) => formatMetric(amount, subject)
  const hasEnded = daysLeft === 0
  const result = hasEnded
    ? `${label} came to ${format(value)} by ${formatDay(ends_on)}`
    : `${label} will come to ${format(value)} by ${formatDay(ends_on)} at the current pace (80% interval ${format(low)} to ${format(high)})`
  return goalFinding(goal, subject, projection, {
    type: "goal_off_track",
    category: "goal",
    severity: "warning",
    direction: comparator === "at_least" ? "down" : "up",
    impact: "negative",
    title: `${label} goal ${hasEnded ? "missed" : "off track"}`,
    summary: `${result}, and the goal is ${limits[comparator]} ${format(target)}.`,
    value,
    expected: { value: target, ...acceptableRange(goal) },
    score: null,
  })
}

const limits = { at_least: "at least", at_most: "at most" }

const acceptableRange = ({ comparator, target }: ComparedGoal) =>
  comparator === "at_least" ? { low: target, high: null } : { low: null, high: target }
