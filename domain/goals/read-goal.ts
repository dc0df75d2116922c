/** Adds the progress to stored goals. */
import pLimit from "p-limit"
import { dayIn } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import { queryMetrics } from "@/domain/metrics/query"
import type { QueryContext } from "@/domain/metrics/query-context"
import type { Goal, StoredGoal } from "./goal"
import { goalQuery, progressOf } from "./progress"

const maxConcurrent = 4

export function withProgress(context: QueryContext, goals: readonly StoredGoal[], now: Date): Promise<Goal[]> {
  const limit = pLimit(maxConcurrent)
  const { timezone, currency } = context
  const today = dayIn(timezone, now)
  return Promise.all(
    goals.map((goal) =>
      limit(async (): Promise<Goal> => {
        const { query, period } = goalQuery(goal, { timezone, today })
        const answer = await queryMetrics(context, query, period, { currency })
        const { label, unit } = metricOf(goal.metric)
        return { ...goal, label, unit, currency: unit === "money" ? currency : null, ...progressOf(goal, answer) }
      }),
    ),
  )
}
