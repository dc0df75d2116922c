/**
 * Classifies whether a goal is likely to be met: by its value if that decides it, else by its forecast, or by its pace
 * if there is no forecast.
 */
import { isBudget, minBudgetShare } from "@/domain/metrics/budget"
import type { Goal } from "./goal-name"

type GoalState = Pick<Goal, "metric" | "value" | "comparator" | "target" | "pacing" | "forecast"> & {
  status?: Goal["status"]
}
type Outlook = { state: "clear" | "caution" | "danger" | "idle"; words: string }

export function outlookOf({ status = "active", ...goal }: GoalState): Outlook {
  const { value, comparator, target, pacing, forecast } = goal
  if (status === "met") return { state: "clear", words: "met" }
  if (status === "missed") return { state: "danger", words: "missed" }
  if (status === "archived") return { state: "idle", words: "archived" }
  const isLimit = comparator === "at_most"
  if (forecast) {
    // Only sums have a forecast. Their values grow until the end of the period.
    if (value !== null && isLimit && value > target) return { state: "danger", words: "limit exceeded" }
    if (value !== null && !isLimit && value >= target) return { state: "clear", words: "reached" }
    const [good, bad] = isLimit
      ? [forecast.high <= target, forecast.low > target]
      : [forecast.low >= target, forecast.high < target]
    // At the same share, the signal `budget_pacing` warns.
    if (isBudget(goal) && forecast.value < minBudgetShare * target) return { state: "caution", words: "below budget" }
    if (good) return { state: "clear", words: "on track" }
    if (bad) return { state: "danger", words: isLimit ? "will exceed the limit" : "off track" }
    return { state: "caution", words: "too close to call" }
  }
  if (pacing === null) return { state: "idle", words: "no data yet" }
  const isOnPlan = isLimit ? pacing <= 1 : pacing >= 1
  return isOnPlan
    ? { state: "clear", words: "on track" }
    : { state: "caution", words: isLimit ? "above pace" : "below pace" }
}
