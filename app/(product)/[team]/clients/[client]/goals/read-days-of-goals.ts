/** Reads the daily values of goals, for their curves. */
import "server-only"
import type { DailyValue } from "@/components/goals/goal-curve"
import type { Goal } from "@/components/goals/goal-name"
import { isSum } from "@/domain/metrics/catalogue"
import type { OperationCaller } from "@/server/caller"

/** Returns the values by the id of the goal. Goals that are not sums, and goals without data, are left out. */
export async function readDaysOfGoals(api: OperationCaller, goals: Goal[]): Promise<Map<string, DailyValue[]>> {
  const withCurve = goals.filter(({ metric, value }) => isSum(metric) && value !== null)
  return new Map(await Promise.all(withCurve.map(async (goal) => [goal.id, await readDays(api, goal)] as const)))
}

async function readDays(api: OperationCaller, { client_id, metric, filter, starts_on, ends_on }: Goal) {
  const values = Object.entries(filter).flatMap(([dimension, names]) => names.map((name) => `${dimension}:${name}`))
  const { data } = await api.clients.queryMetrics({
    client_id,
    metrics: [metric as GoalMetric],
    filter: values,
    from: starts_on,
    to: ends_on,
    granularity: "day",
  })
  return data.rows.map(({ dims, values }) => ({ date: dims["date"] ?? "", value: values[metric]?.value ?? null }))
}

type GoalMetric = Parameters<OperationCaller["clients"]["queryMetrics"]>[0]["metrics"][number]
