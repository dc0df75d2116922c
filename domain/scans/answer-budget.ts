/**
 * Computes the monthly budget of answers: how many the team's plan and the project's own budget allow, and how many are
 * left. A start checks it. Retries of a running scan may exceed it.
 */
import { z } from "zod"
import { limitsOfTeam, plannedTeam } from "@/domain/kernel/plans"
import { type Sql, sql } from "@/prisma/client"

/** `project_budget` is 0 if only the plan limits the project. */
export const answerBudgetRow = plannedTeam.extend({
  project_budget: z.int(),
  used_by_team: z.int(),
  used_by_project: z.int(),
})
type AnswerBudgetRow = z.infer<typeof answerBudgetRow>

/**
 * SQL for a row with `used_by_team` and `used_by_project`, given project p. Counts the scans of the current calendar
 * month in UTC: their billed attempts and their open tasks. Imports are left out, because they ask no engine.
 */
export const usedAnswers = (now: Date): Sql => sql`
  select coalesce(sum(answers), 0)::int as used_by_team, coalesce(sum(answers) filter (where project_id = p.id), 0)::int as used_by_project
  from (
    select s.project_id, s.requests_billed + case when s.status in ('queued', 'running')
      then s.tasks_total - s.tasks_succeeded - s.tasks_failed - s.tasks_skipped else 0 end as answers
    from scan s where s.team_id = p.team_id and s.trigger <> 'import' and s.queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) scans`

export type AnswerBudget = {
  /** Answers per month that the plan allows. */
  answersOfPlan: number
  /** Answers per month within the plan and the project's budget. */
  answersPerMonth: number
  /** Answers left this month within the plan and the project's budget, without those of open tasks. */
  answersLeft: number
}

export function computeAnswerBudget({
  project_budget,
  used_by_team,
  used_by_project,
  ...team
}: AnswerBudgetRow): AnswerBudget {
  const answersOfPlan = limitsOfTeam(team).aiAnswersPerMonth
  const answersOfProject = project_budget === 0 ? Number.POSITIVE_INFINITY : project_budget
  return {
    answersOfPlan,
    answersPerMonth: Math.min(answersOfPlan, answersOfProject),
    answersLeft: Math.max(0, Math.min(answersOfPlan - used_by_team, answersOfProject - used_by_project)),
  }
}
