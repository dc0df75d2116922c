/** Counts the users of weeks and months. They are fewer than the sum of the days, because some people return. */
import { addDays, addMonths, firstOfMonth, firstOfWeek } from "@/domain/metrics/calendar"

const differentOfWeek = 0.79
const differentOfMonth = 0.62

export function addUsers(people: Map<string, number>, date: string, users: number) {
  const add = (key: string, share: number) => people.set(key, (people.get(key) ?? 0) + users * share)
  add(`week ${firstOfWeek(date, 1)}`, differentOfWeek)
  add(`month ${firstOfMonth(date)}`, differentOfMonth)
}

/** Returns complete weeks and months only, because the users of incomplete ones are not known yet. */
export function usersOfPeriods(people: Map<string, number>, from: string, last: string) {
  return [...people].flatMap(([key, value]) => {
    const [grain, date] = key.split(" ") as ["week" | "month", string]
    const end = grain === "week" ? addDays(date, 6) : addDays(addMonths(date, 1), -1)
    return date >= from && end <= last ? [{ metric_id: "users", value: Math.round(value), date, grain }] : []
  })
}
