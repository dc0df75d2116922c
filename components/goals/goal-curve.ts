/** Computes the curve of a goal: the value that grows day by day, the even pace to the target, and the forecast. */
import type { TimePoint } from "@/components/charts/time-point"
import { addDays, daysBetween, lengthInDays } from "@/components/days"
import { isSum } from "@/domain/metrics/catalogue"
import type { Goal } from "./goal-name"

export type CurvedGoal = Pick<
  Goal,
  "metric" | "value" | "target" | "comparator" | "starts_on" | "ends_on" | "forecast" | "data_through"
>
export type DailyValue = { date: string; value: number | null }

/** `last`: the last day with data, in milliseconds since 1970, and the value of the goal on that day. */
export type GoalCurve = { points: TimePoint[]; last: { at: number; value: number } }

/**
 * Returns one point for each day of the goal. It has a `value` up to the last day with data, a `pace` on every day,
 * and a `forecast` on the last day. The forecast is only about the last day, so its band widens evenly until then.
 * Returns null for metrics that are not sums, and before the goal has data.
 */
export function goalCurve(goal: CurvedGoal, days: DailyValue[]): GoalCurve | null {
  const { metric, target, starts_on, ends_on, forecast, data_through } = goal
  if (!isSum(metric) || goal.value === null || !data_through || data_through < starts_on) return null
  const lastDay = data_through < ends_on ? data_through : ends_on
  const length = lengthInDays(starts_on, ends_on)
  const daysLeft = daysBetween(lastDay, ends_on)
  const valueOn = new Map(days.map(({ date, value }) => [date, value ?? 0]))
  let value = 0
  const points = Array.from({ length }, (_, index): TimePoint => {
    const date = addDays(starts_on, index)
    const hasData = date <= lastDay
    if (hasData) value += valueOn.get(date) ?? 0
    const values = {
      ...(hasData && { value }),
      pace: (target * (index + 1)) / length,
      ...(forecast && date === ends_on && { forecast: forecast.value }),
    }
    const band = forecast && date >= lastDay && bandOn(daysBetween(lastDay, date) / daysLeft, value, forecast)
    return { at: Date.parse(date), values, ...(band && { band }) }
  })
  return { points, last: { at: Date.parse(lastDay), value } }
}

/** The interval after a share of the remaining days. It grows evenly from the value so far. */
const bandOn = (share: number, value: number, { low, high }: { low: number; high: number }): [number, number] => [
  value + (low - value) * share,
  value + (high - value) * share,
]
