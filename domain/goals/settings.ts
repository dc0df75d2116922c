/** Validates the fields of a goal, and rejects a second goal with the same metric, period and filter. */
import { createHash } from "node:crypto"
import { z } from "zod"
import { type FieldError, notFound, Problem, parameterError } from "@/domain/kernel/errors"
import { dateInput } from "@/domain/kernel/fields"
import { problemOf } from "@/domain/kernel/validate"
import { addMonths, type Day, firstOfMonth, firstOfQuarter, lastOfMonth, lengthInDays } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import { metricQueryInput, queryErrors } from "@/domain/metrics/metric-query"
import { loadQueryContext } from "@/domain/metrics/query-context"
import type { Prisma } from "@/prisma/client"
import { comparators, findGoals, type Goal, goalPeriods, type StoredGoal } from "./goal"
import { isAddable, withProgress } from "./progress"

const maxDays = 366

export const goalInput = {
  metric: metricQueryInput.metrics.element,
  filter: metricQueryInput.filter,
  period: z.enum(goalPeriods),
  starts_on: dateInput("The first day. For months and quarters, the first day of the month or quarter."),
  ends_on: dateInput("The last day, inclusive. Default for months and quarters: their last day.").optional(),
  target: z
    .number()
    .positive()
    .max(1e15)
    .meta({ description: "The target. Monetary values are in the client's currency." }),
  comparator: z
    .enum(comparators)
    .optional()
    .meta({ description: "Default: `at_most` for ad spend, otherwise `at_least`." }),
}
const input = z.object(goalInput)
type Input = z.output<typeof input>
export type GoalFields = Pick<
  StoredGoal,
  "metric" | "filter" | "period" | "starts_on" | "ends_on" | "target" | "comparator"
>

/** Returns the fields with their defaults. Throws one Problem with every error. */
export function checkGoal(goal: Input): GoalFields {
  const { metric, period, starts_on } = goal
  const ends_on = goal.ends_on ?? lastDayOf(period, starts_on)
  const comparator = goal.comparator ?? (metric === "ad_spend" ? "at_most" : "at_least")
  const errors = [
    ...metricErrors(metric),
    ...queryErrors({ metrics: [metric], dimensions: [], filter: goal.filter, limit: 1 }),
    ...periodErrors(period, starts_on, ends_on),
    ...targetErrors(metric, goal.target),
    ...comparatorErrors(metric, comparator),
  ]
  if (ends_on === undefined) errors.push(parameterError("ends_on", "ends_on is missing.", "Send the last day."))
  if (errors.length > 0 || ends_on === undefined) throw problemOf(errors)
  return { ...goal, ends_on, comparator }
}

const metricErrors = (metric: string) =>
  isAddable(metric)
    ? []
    : [
        parameterError(
          "metric",
          `${metricOf(metric).label} cannot be a goal, because its values cannot be added over days.`,
          "Choose a metric that is a sum, a ratio or an average.",
        ),
      ]

function firstDayOf(period: Input["period"], startsOn: Day): Day {
  if (period === "month") return firstOfMonth(startsOn)
  return period === "quarter" ? firstOfQuarter(startsOn) : startsOn
}

function lastDayOf(period: Input["period"], startsOn: Day): Day | undefined {
  if (period === "month") return lastOfMonth(startsOn)
  return period === "quarter" ? lastOfMonth(addMonths(startsOn, 2)) : undefined
}

function periodErrors(period: Input["period"], startsOn: Day, endsOn: Day | undefined): FieldError[] {
  const first = firstDayOf(period, startsOn)
  if (startsOn !== first)
    return [parameterError("starts_on", `starts_on is not the first day of a ${period}.`, `Use ${first}.`)]
  const last = lastDayOf(period, startsOn)
  if (last && endsOn !== last)
    return [parameterError("ends_on", `ends_on is not the last day of the ${period}.`, `Use ${last}, or leave it out.`)]
  if (!endsOn) return []
  if (endsOn < startsOn)
    return [parameterError("ends_on", "ends_on is before starts_on.", "Send the earlier date as starts_on.")]
  const days = lengthInDays(startsOn, endsOn)
  return days > maxDays
    ? [
        parameterError(
          "ends_on",
          `The goal has ${days} days, but at most ${maxDays} are allowed.`,
          "Use a shorter period.",
        ),
      ]
    : []
}

/** These ratios can be above 1. */
const unboundedRatios = ["ad_roas", "session_key_event_rate", "ad_cvr"]

function targetErrors(metric: string, target: number): FieldError[] {
  const { unit, label } = metricOf(metric)
  if (unit === "ratio" && target > 1 && !unboundedRatios.includes(metric))
    return [
      parameterError("target", `${label} ranges from 0 to 1, so ${target} cannot be reached.`, "For 5%, send 0.05."),
    ]
  if (unit === "rank" && target < 1)
    return [parameterError("target", `${label} cannot be better than 1.`, "Use a target of at least 1.")]
  return []
}

const comparatorErrors = (metric: string, comparator: GoalFields["comparator"]) =>
  metric === "ad_spend" && comparator === "at_least"
    ? [
        parameterError(
          "comparator",
          "A goal for ad spend is a budget, which is a limit.",
          "Use at_most, or choose a metric that the spend should improve.",
        ),
      ]
    : []

/** The hash of a filter. Empty without a filter. The order of dimensions and values does not matter. */
export function filterHashOf(filter: StoredGoal["filter"]): string {
  const sorted = Object.entries(filter)
    .map(([dimension, values]) => [dimension, values.toSorted()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length === 0 ? "" : createHash("sha256").update(JSON.stringify(sorted)).digest("hex")
}

/** Throws when the client already has this goal. The caller has locked the client. */
export async function requireUniqueGoal(
  tx: Prisma.TransactionClient,
  { team_id, client_id, exceptId = "" }: { team_id: string; client_id: string; exceptId?: string },
  { metric, filter, starts_on, ends_on }: Pick<GoalFields, "metric" | "filter" | "starts_on" | "ends_on">,
) {
  const period = { starts_on: new Date(starts_on), ends_on: new Date(ends_on) }
  const where = {
    team_id,
    client_id,
    metric_id: metric,
    ...period,
    filter_hash: filterHashOf(filter),
    id: { not: exceptId },
  }
  const existing = await tx.goal.findFirst({ where, select: { id: true } })
  if (existing)
    throw new Problem(
      "already_exists",
      `This client already has a goal for ${metricOf(metric).label} with the same period and filter. Change that goal instead.`,
      { extra: { goal_id: existing.id } },
    )
}

/** Maximum number of goals per client. Archived goals do not count. */
const maxGoals = 200

/** Throws when the client has as many goals as it can have. The caller has locked the client. */
export async function requireGoalCapacity(tx: Prisma.TransactionClient, of: { team_id: string; client_id: string }) {
  if ((await tx.goal.count({ where: { ...of, status: { not: "archived" } } })) >= maxGoals)
    throw new Problem("plan_limit_reached", `A client can have ${maxGoals} goals. Archive a goal first.`)
}

/** The goal with its progress. Throws `resource_not_found` when the client has no such goal. */
export async function requireGoal(teamId: string, clientId: string, goalId: string, now: Date): Promise<Goal> {
  const context = await loadQueryContext(teamId, clientId)
  const stored = await findGoals(teamId, clientId, [goalId])
  const [found] = context ? await withProgress(context, stored, now) : []
  if (!found) throw notFound("goal")
  return found
}
