/** Defines a goal of a client: the target of a metric over a period, or a budget. */
import { z } from "zod"
import { calendarDate, createdAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

/** An active goal becomes met or missed after its last day. Any goal can be archived. */
export const goalStatuses = ["active", "met", "missed", "archived"] as const
export const goalPeriods = ["month", "quarter", "custom"] as const
export const comparators = ["at_least", "at_most"] as const

export const storedGoal = z.object({
  id: id("goal"),
  client_id: id("client"),
  metric: z.string().meta({ description: "The ID of the metric." }),
  filter: z
    .record(z.string(), z.array(z.string()))
    .meta({ description: "The values that count, for each dimension. Empty for all data." }),
  period: z.enum(goalPeriods).meta({ description: "The kind of period." }),
  starts_on: calendarDate().meta({ description: "The first day of the goal." }),
  ends_on: calendarDate().meta({ description: "The last day of the goal, inclusive." }),
  comparator: z
    .enum(comparators)
    .meta({ description: "Whether the goal is to reach the target (`at_least`) or not to exceed it (`at_most`)." }),
  target: z.number().meta({
    description: "The value that the goal sets. Monetary values are in the client's currency, and ratios from 0 to 1.",
  }),
  status: z.enum(goalStatuses).meta({
    description: "The status of the goal. `met` and `missed` are set when the data of its last day is final.",
  }),
  created_at: createdAt(),
})
export type StoredGoal = z.infer<typeof storedGoal>

export const goalColumns = sql`g.id, g.client_id, g.metric_id as metric, g.filter, g.period, g.starts_on, g.ends_on, g.comparator, g.target,
  g.status, g.created_at`

/** Goals of a client by id, in any status. */
export const findGoals = (teamId: string, clientId: string, ids: readonly string[]): Promise<StoredGoal[]> =>
  rows(
    storedGoal,
    sql`select ${goalColumns} from goal g where g.team_id = ${teamId} and g.client_id = ${clientId} and g.id = any(${[...ids]})`,
  )

const number = z.number().nullable()

/** The progress of a goal and its forecast. */
export const progressFields = {
  value: number.meta({ description: "The value so far. `null` if it is not known." }),
  progress: number.meta({ description: "`value` divided by `target`. `null` if `value` is not known." }),
  expected_share: z.number().meta({ description: "The share of the goal's days that the data covers." }),
  pacing: number.meta({
    description:
      "1 means on plan. For sums, `value` divided by `target` × `expected_share`. For ratios and averages, the same as `progress`. `null` if it cannot be computed.",
  }),
  forecast: z
    .object({
      value: z.number().meta({ description: "The expected value at the end of the period." }),
      low: z.number().meta({ description: "The lower bound of the interval." }),
      high: z.number().meta({ description: "The upper bound of the interval." }),
      level: z.literal(0.8).meta({ description: "The confidence level of the interval." }),
    })
    .nullable()
    .meta({
      description:
        "The value to expect at the end of the period at the current pace. `null` with less than two weeks of data, and after the last day.",
    }),
  data_through: calendarDate().nullable().meta({
    description:
      "The last day that all data sources of the metric have reached, at most yesterday. `null` without data.",
  }),
}

export const goal = z
  .object({
    ...storedGoal.shape,
    label: z.string().meta({ description: "The name of the metric for display." }),
    unit: z.string().meta({ description: "The unit of `value` and `target`, as GET /metrics describes it." }),
    currency: z.string().nullable().meta({
      description: "The ISO 4217 currency code of monetary values. `null` for all other metrics.",
    }),
    ...progressFields,
  })
  .meta({ id: "Goal" })
export type Goal = z.infer<typeof goal>

export const exampleGoal: Goal = {
  id: exampleId("goal"),
  client_id: exampleId("client"),
  metric: "revenue",
  filter: {},
  period: "month",
  starts_on: "2026-11-01",
  ends_on: "2026-11-30",
  comparator: "at_least",
  target: 120_000,
  status: "active",
  created_at: "2026-10-28T09:30:00.000Z",
  label: "Revenue",
  unit: "money",
  currency: "EUR",
  value: 78_400,
  progress: 0.653,
  expected_share: 0.633,
  pacing: 1.032,
  forecast: { value: 123_100, low: 117_900, high: 128_300, level: 0.8 },
  data_through: "2026-11-19",
}
