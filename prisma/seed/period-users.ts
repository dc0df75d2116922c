/** Counts the users of weeks and months. A user who visits on several days counts once per period. */
import { addDays, addMonths, firstOfMonth, firstOfWeek } from "@/domain/metrics/calendar"

/** Users of a week or month, as a share of the sum of its daily users. */
const weeklyShare = 0.79
const monthlyShare = 0.62

export function addUsers(usersByPeriod: Map<string, number>, date: string, users: number) {
  const add = (key: string, share: number) => usersByPeriod.set(key, (usersByPeriod.get(key) ?? 0) + users * share)
  add(`week ${firstOfWeek(date, 1)}`, weeklyShare)
  add(`month ${firstOfMonth(date)}`, monthlyShare)
}

/** Returns complete weeks and months only, because the users of incomplete ones are not known yet. */
export function usersOfPeriods(usersByPeriod: Map<string, number>, from: string, last: string) {
  return [...usersByPeriod].flatMap(([key, value]) => {
    const [grain, date] = key.split(" ") as ["week" | "month", string]
    const end = grain === "week" ? addDays(date, 6) : addDays(addMonths(date, 1), -1)
    return date >= from && end <= last ? [{ metric_id: "users", value: Math.round(value), date, grain }] : []
  })
}
