/** Evaluates the goals and budgets of a client: sets the status of those that have ended, and finds signals. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { idRow } from "@/domain/kernel/rows"
import { isBudget } from "@/domain/metrics/budget"
import { dayIn, lengthInDays } from "@/domain/metrics/calendar"
import { maxDays } from "@/domain/metrics/period"
import { sourcesWith } from "@/domain/metrics/plan"
import { rows, sql } from "@/prisma/client"
import { type CheckResult, withRules } from "./check-result"
import { daysThrough } from "./detectors/daily-series"
import { detectBudget } from "./detectors/goals/budget"
import { detectGoal } from "./detectors/goals/goal"
import { valueToDate } from "./detectors/goals/projection"
import type { EvaluationInput } from "./evaluation-input"
import type { SeriesDay } from "./finding"
import { readDailySeries } from "./read-daily-series"

const goalRow = z.object({
  id: z.string(),
  metric_id: z.string(),
  filter: z.record(z.string(), z.array(z.string())),
  starts_on: calendarDate(),
  ends_on: calendarDate(),
  target: z.number(),
  comparator: z.enum(["at_least", "at_most"]),
  /** True if it ended more than `evaluatedDaysAfterEnd` ago. */
  is_past: z.boolean(),
})
type Goal = z.infer<typeof goalRow>

/**
 * A goal is evaluated until this many days after its end, because its last days become final later. After that, a goal
 * that is still active gets its final status, but no signal.
 */
const evaluatedDaysAfterEnd = 14
/** This many days before the goal are also read, because projections need history. */
const historyDays = 70

export async function evaluateGoals(input: EvaluationInput): Promise<CheckResult[]> {
  const { team, client, context, now } = input
  const today = dayIn(context.timezone, now)
  // A goal can still be active long after its end, for example because it was changed or its data was imported late.
  // The limit of `maxDays` excludes goals whose data never comes.
  const goals = await rows(
    goalRow,
    sql`select id, metric_id, filter, starts_on, ends_on, target, comparator, ends_on < ${today}::date - ${evaluatedDaysAfterEnd}::int as is_past
      from goal where team_id = ${team.id} and client_id = ${client.id} and starts_on <= ${today}::date
        and (status in ('met', 'missed') and ends_on >= ${today}::date - ${evaluatedDaysAfterEnd}::int
          or status = 'active' and ends_on >= ${today}::date - ${maxDays}::int) order by id`,
  )
  const results: CheckResult[] = []
  for (const goal of goals) {
    const result = await evaluateGoal(input, goal)
    if (result) results.push(result)
  }
  return results
}

async function evaluateGoal(input: EvaluationInput, goal: Goal): Promise<CheckResult | null> {
  const { context, now } = input
  const sources = sourcesWith(context, goal.metric_id, goal.filter)
  const days = Math.min(lengthInDays(goal.starts_on, goal.ends_on) + historyDays, maxDays)
  const series = await readDailySeries(
    context,
    { metricIds: [goal.metric_id], filter: goal.filter, sources, days, through: goal.ends_on },
    now,
  )
  const finalDays = series?.byMetric.get(goal.metric_id)
  if (!series || !finalDays || series.lastFinalDay < goal.starts_on) return null
  // Without an exchange rate, amounts are not in the currency of the target, or those of some days are unknown.
  const isInOtherCurrency = series.currency !== null && series.currency !== context.currency
  if (isInOtherCurrency || series.isRateMissing) return null
  if (series.lastFinalDay >= goal.ends_on)
    await setFinalStatus(input.team.id, goal, daysThrough(finalDays, goal.ends_on))
  if (goal.is_past) return null
  const subject = { metric_id: goal.metric_id, currency: series.currency, filter: goal.filter }
  const detect = isBudget({ metric: goal.metric_id, comparator: goal.comparator }) ? detectBudget : detectGoal
  const lastDay = series.lastFinalDay < goal.ends_on ? series.lastFinalDay : goal.ends_on
  const finding = detect(subject, daysThrough(finalDays, lastDay), goal)
  return {
    project_id: null,
    key: `goal:${goal.id}`,
    checkedThrough: series.lastFinalDay,
    timezone: context.timezone,
    found: withRules(input, [finding]),
  }
}

/** Sets the status of a goal whose last day is final. Restated data can still change it. */
async function setFinalStatus(
  teamId: string,
  { id, metric_id, comparator, target, ...period }: Goal,
  days: SeriesDay[],
) {
  const value = valueToDate(metric_id, days, period)
  if (value === null) return
  const isMet = comparator === "at_least" ? value >= target : value <= target
  const status = isMet ? "met" : "missed"
  await rows(
    idRow,
    sql`update goal set status = ${status} where team_id = ${teamId} and id = ${id} and status not in (${status}, 'archived')
      returning id`,
  )
}
