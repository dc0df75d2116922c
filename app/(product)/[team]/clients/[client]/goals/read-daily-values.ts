/** Reads the daily values of the metrics of goals, for the curves of the goals. */
import "server-only"
import type { DailyValue } from "@/components/goals/goal-curve"
import type { Goal } from "@/components/goals/goal-name"
import { isSum } from "@/domain/metrics/catalogue"
import type { OperationCaller } from "@/server/caller"

/** Returns the values by the id of the goal. Leaves out goals without data, and goals whose metric is not a sum. */
export async function readDailyValues(api: OperationCaller, goals: Goal[]): Promise<Map<string, DailyValue[]>> {
  const goalsWithCurve = goals.filter(({ metric, value }) => isSum(metric) && value !== null)
  return new Map(await Promise.all(goalsWithCurve.map(async (goal) => [goal.id, await readValues(api, goal)] as const)))
}

async function readValues(api: OperationCaller, { client_id, metric, filter, starts_on, ends_on }: Goal) {
  const filters = Object.entries(filter).flatMap(([dimension, names]) => names.map((name) => `${dimension}:${name}`))
  const { data } = await api.clients.queryMetrics({
    client_id,
    metrics: [metric as GoalMetric],
    filter: filters,
    from: starts_on,
    to: ends_on,
    granularity: "day",
  })
  return data.rows.map(({ dims, values }) => ({ date: dims["date"] ?? "", value: values[metric]?.value ?? null }))
}

type GoalMetric = Parameters<OperationCaller["clients"]["queryMetrics"]>[0]["metrics"][number]
