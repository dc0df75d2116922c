/**
 * Classifies whether a goal is likely to be met: by its value if that decides it, else by its forecast, and without a
 * forecast by its pace.
 */
import { isBudget, minBudgetShare } from "@/domain/metrics/budget"
import { isSum } from "@/domain/metrics/catalogue"
import type { Goal } from "./goal-name"

type GoalState = Pick<Goal, "metric" | "value" | "comparator" | "target" | "pacing" | "forecast"> & {
  status?: Goal["status"]
}
type Outlook = { state: "clear" | "caution" | "danger" | "idle"; words: string }

export function outlookOf({ status = "active", ...goal }: GoalState): Outlook {
  if (status === "met") return { state: "clear", words: "met" }
  if (status === "missed") return { state: "danger", words: "missed" }
  if (status === "archived") return { state: "idle", words: "archived" }
  return outlookByValue(goal) ?? outlookByForecast(goal) ?? outlookByPace(goal)
}

/** Null if the value does not decide. It decides only for sums, because ratios can fall again. */
function outlookByValue({ metric, value, comparator, target }: GoalState): Outlook | null {
  if (!isSum(metric) || value === null) return null
  if (comparator === "at_most") return value > target ? { state: "danger", words: "limit exceeded" } : null
  return value >= target ? { state: "clear", words: "reached" } : null
}

function outlookByForecast(goal: GoalState): Outlook | null {
  const { comparator, target, forecast } = goal
  if (!forecast) return null
  const isLimit = comparator === "at_most"
  const willMeet = isLimit ? forecast.high <= target : forecast.low >= target
  // The signal `budget_pacing` uses the same share.
  if (isBudget(goal) && forecast.value < minBudgetShare * target) return { state: "caution", words: "below budget" }
  if (willMeet) return { state: "clear", words: "on track" }
  // A warning, as the signal `goal_off_track` is. Red is for goals that are missed and limits that are exceeded.
  if (isForecastToMiss(goal)) return { state: "caution", words: isLimit ? "will exceed the limit" : "off track" }
  return { state: "caution", words: "too close to call" }
}

/** True if the whole interval of the forecast misses the target. */
export function isForecastToMiss({ comparator, target, forecast }: Pick<Goal, "comparator" | "target" | "forecast">) {
  if (!forecast) return false
  return comparator === "at_most" ? forecast.low > target : forecast.high < target
}

/** `pacing` is 1 if the value is what is expected by today. */
function outlookByPace({ comparator, pacing }: GoalState): Outlook {
  if (pacing === null) return { state: "idle", words: "no data yet" }
  const isLimit = comparator === "at_most"
  const isOnTrack = isLimit ? pacing <= 1 : pacing >= 1
  if (isOnTrack) return { state: "clear", words: "on track" }
  return { state: "caution", words: isLimit ? "above pace" : "below pace" }
}

const worstFirst: Outlook["state"][] = ["danger", "caution", "idle", "clear"]

/** The goal with the worst outlook. Of several, one that is not a budget, and then the first one. */
export function worstGoal<AnyGoal extends GoalState>(goals: readonly AnyGoal[]): AnyGoal | undefined {
  const rank = (goal: AnyGoal) => 2 * worstFirst.indexOf(outlookOf(goal).state) + Number(isBudget(goal))
  return goals.toSorted((a, b) => rank(a) - rank(b))[0]
}
