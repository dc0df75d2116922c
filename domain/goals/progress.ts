/** Computes the progress of a goal. Reports, the REST API and the app all use this computation. */
import pLimit from "p-limit"
import { addDays, dayIn, earliest, lengthInDays } from "@/domain/metrics/calendar"
import { isSum, metricOf } from "@/domain/metrics/catalogue"
import { hasMissingRate } from "@/domain/metrics/currency"
import { dataThrough } from "@/domain/metrics/freshness"
import { type MetricQuery, maxRows } from "@/domain/metrics/metric-query"
import { maxDays, periodOf, type ResolvedPeriod } from "@/domain/metrics/period"
import { type MetricResult, queryMetrics } from "@/domain/metrics/query"
import type { QueryContext } from "@/domain/metrics/query-context"
import { baselineDays, project, valueToDate } from "@/domain/signals/detectors/goals/projection"
import { daysOf } from "@/domain/signals/read-daily-series"
import type { Goal, StoredGoal } from "./goal"

export type Progress = Pick<Goal, "value" | "progress" | "expected_share" | "pacing" | "forecast" | "data_through">

/** Queries of goals that run at the same time. */
const maxConcurrent = 4

/** Adds the progress to stored goals. */
export function withProgress(context: QueryContext, goals: readonly StoredGoal[], now: Date): Promise<Goal[]> {
  const limit = pLimit(maxConcurrent)
  const { timezone, currency } = context
  const today = dayIn(timezone, now)
  return Promise.all(
    goals.map((goal) =>
      limit(async (): Promise<Goal> => {
        const { query, period } = goalQuery(goal, { timezone, today })
        const result = await queryMetrics(context, query, period, { currency })
        const { label, unit } = metricOf(goal.metric)
        return {
          ...goal,
          label,
          unit,
          currency: unit === "money" ? currency : null,
          ...progressOf(goal, result, today),
        }
      }),
    ),
  )
}

/** Returns the query for the daily values of the goal's period, and of the weeks before it that the forecast needs. */
export function goalQuery(goal: StoredGoal, clock: Pick<ResolvedPeriod, "timezone" | "today">) {
  const earliest = addDays(goal.ends_on, 1 - maxDays)
  const before = addDays(goal.starts_on, -baselineDays)
  const from = before > earliest ? before : earliest
  const query: MetricQuery = {
    metrics: [goal.metric],
    dimensions: [],
    filter: goal.filter,
    order_by: "date",
    limit: maxRows,
  }
  return { query, period: periodOf({ from, to: goal.ends_on }, "day", clock) }
}

/**
 * Computes the progress from the result of the query that `goalQuery` returned for this goal. `today` does not count,
 * because it is not over.
 */
export function progressOf(
  goal: StoredGoal,
  { table, sources, warnings }: Pick<MetricResult, "table" | "sources" | "warnings">,
  today: string,
): Progress {
  const latest = dataThrough(sources)
  const through = latest && earliest([latest, addDays(today, -1)])
  const days = daysOf(goal.metric, table.rows).filter(({ date }) => through !== null && date <= through)
  const last = days.at(-1)?.date
  // A day without rows counts as 0 if the data covers it. No day after the goal counts.
  const lastCovered = through && through > goal.ends_on ? goal.ends_on : through
  if (last && lastCovered && lastCovered > last) days.push({ date: lastCovered, value: null })
  // Without an exchange rate, the amounts of some days are missing, and the rest would be too low.
  const isKnown = isAddable(goal.metric) && !hasMissingRate(warnings)
  const value = isKnown ? valueToDate(goal.metric, days, goal) : null
  const projection = isKnown ? project(goal.metric, days, goal) : null
  const goalDays = lengthInDays(goal.starts_on, goal.ends_on)
  const daysSinceStart = through === null ? 0 : lengthInDays(goal.starts_on, through)
  const elapsedDays = Math.min(Math.max(daysSinceStart, 0), goalDays)
  const expected_share = elapsedDays / goalDays
  const share = (of: number) => (value === null || of === 0 ? null : value / of)
  return {
    value,
    progress: share(goal.target),
    expected_share,
    pacing: share(isSum(goal.metric) ? goal.target * expected_share : goal.target),
    forecast:
      projection && projection.daysLeft > 0
        ? { value: projection.value, low: projection.low, high: projection.high, level: 0.8 }
        : null,
    data_through: through,
  }
}

/** Counts of people cannot be added over days, so a goal cannot follow them. */
export const isAddable = (metricId: string) =>
  ["sum", "ratio", "weighted_mean"].includes(metricOf(metricId).aggregation)
