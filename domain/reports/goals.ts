/** Computes a client's progress toward its goals. */
import { daysBetween, lengthInDays } from "@/domain/metrics/calendar"
import { dataThrough } from "@/domain/metrics/freshness"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import type { MetricAnswer } from "@/domain/metrics/query"
import { rows, sql } from "@/prisma/client"
import type { GoalProgress } from "./widget-answer"
import type { WidgetQuery } from "./widget-query"

export type Goal = {
  id: string
  metric_id: string
  filter: Record<string, string[]>
  starts_on: string
  ends_on: string
  target: number
  comparator: "at_least" | "at_most"
}

export const findGoals = (teamId: string, clientId: string, ids: string[]): Promise<Goal[]> =>
  rows(sql`select id, metric_id, filter, starts_on, ends_on, target, comparator from goal
    where team_id = ${teamId} and client_id = ${clientId} and id = any(${ids})`)

/** The query of a goal. It covers the goal's period, not the report's. */
export const goalQuery = (goal: Goal, report: ResolvedPeriod): { question: WidgetQuery; period: ResolvedPeriod } => ({
  question: {
    query: { metrics: [goal.metric_id], dimensions: [], filter: goal.filter, limit: 1 },
    granularity: "total",
  },
  period: {
    ...report,
    from: goal.starts_on,
    to: goal.ends_on,
    days: lengthInDays(goal.starts_on, goal.ends_on),
    granularity: "total",
    comparison: null,
  },
})

/** The expected share assumes even progress over the days that the data has reached. */
export function progressOf(goal: Goal, { table, sources }: MetricAnswer): GoalProgress {
  const value = table.totals[goal.metric_id]?.value ?? null
  const days = lengthInDays(goal.starts_on, goal.ends_on)
  const through = dataThrough(sources)
  const reached = through === null ? 0 : daysBetween(goal.starts_on, through) + 1
  const expected_share = Math.min(Math.max(reached, 0), days) / days
  const share = (of: number) => (value === null || of === 0 ? null : value / of)
  return {
    goal_id: goal.id,
    metric: goal.metric_id,
    starts_on: goal.starts_on,
    ends_on: goal.ends_on,
    comparator: goal.comparator,
    target: goal.target,
    value,
    progress: share(goal.target),
    expected_share,
    pacing: share(goal.target * expected_share),
  }
}
