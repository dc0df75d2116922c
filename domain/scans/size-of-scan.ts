/** How much a scan would ask, and whether it may: prompts x engines x regions x runs, against the month's budget. */
import { Problem } from "@/domain/errors"
import { limitsOf, type Plan } from "@/domain/plans"
import { type Prisma, sql } from "@/prisma/client"

export type ScanSize = {
  prompts: number
  engines: string[]
  regions: number
  runs: number
  tasks: number
  /** Answers of this month that the plan and the project leave; what open scans will still ask for is taken off. */
  left: number
}

type Found = {
  prompts: number
  asked: string[]
  usable: string[]
  regions: number
  runs: number
  plan: Plan
  project_budget: number
  asked_by_team: number
  asked_by_project: number
}

/** Of the project as it is now. Throws `state_conflict` with what to do when there is nothing to ask. */
export async function sizeOfScan(
  tx: Prisma.TransactionClient,
  teamId: string,
  projectId: string,
  now: Date,
): Promise<ScanSize> {
  const [found] = (await tx.$queryRaw(sizes(teamId, projectId, now))) as [Found]
  const { prompts, asked, usable, regions, runs } = found
  if (asked.length === 0) throw nothing("Choose at least one engine for the project first.")
  const unusable = asked.filter((engine) => !usable.includes(engine))
  if (unusable.length > 0)
    throw nothing(
      `Set up ${unusable.join(", ")} under Settings -> AI engines, or choose other engines for the project.`,
    )
  if (prompts === 0) throw nothing("Add at least one prompt to the project first.")
  const places = Math.max(1, regions)
  return {
    prompts,
    engines: asked,
    regions: places,
    runs,
    tasks: prompts * asked.length * places * runs,
    left: leftOf(found),
  }
}

const nothing = (detail: string) => new Problem("state_conflict", detail)

function leftOf({ plan, project_budget, asked_by_team, asked_by_project }: Found) {
  const ofPlan = limitsOf(plan).aiAnswersPerMonth - asked_by_team
  return Math.max(0, project_budget === 0 ? ofPlan : Math.min(ofPlan, project_budget - asked_by_project))
}

/** A calendar month in UTC. An import asks nobody. */
const sizes = (teamId: string, projectId: string, now: Date) => sql`
  select (select count(*)::int from ai_prompt where team_id = p.team_id and project_id = p.id and status = 'active') as prompts,
    p.asked_engines as asked, cardinality(p.regions) as regions, p.runs_per_prompt::int as runs, t.plan, p.monthly_answer_budget as project_budget,
    array(select engine_id from team_engine where team_id = p.team_id and engine_id = any(p.asked_engines) and is_enabled) as usable,
    m.asked_by_team, m.asked_by_project
  from ai_project p join team t on t.id = p.team_id cross join lateral (
    select coalesce(sum(n), 0)::int as asked_by_team, coalesce(sum(n) filter (where project_id = p.id), 0)::int as asked_by_project
    from (select s.project_id, case when s.status in ('queued', 'running') then s.tasks_total - s.tasks_failed - s.tasks_skipped else s.tasks_succeeded end as n
      from scan s where s.team_id = p.team_id and s.trigger <> 'import' and s.queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) asked) m
  where p.team_id = ${teamId} and p.id = ${projectId}`
