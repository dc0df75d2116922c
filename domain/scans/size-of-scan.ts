/** Computes the size of a scan (prompts x engines x regions x runs), and what blocks its start. */
import { z } from "zod"
import { engineId } from "@/domain/ai-engines/engine-settings"
import { canBeAsked, operatorUrls } from "@/domain/ai-engines/operator-engines"
import { notFound } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { type AnswerBudget, answerBudgetRow, computeAnswerBudget, usedAnswers } from "./answer-budget"
import { type Blocker, listBlockers } from "./blockers"

/** Hypothetical settings for an estimate. Omitted fields have the project's values. */
export type HypotheticalScanSettings = {
  prompts_n?: number | undefined
  /** Counts only these of the active prompts. */
  prompt_ids?: readonly string[] | undefined
  asked_engines?: readonly string[] | undefined
  regions?: readonly string[] | undefined
  runs_per_prompt?: number | undefined
  monthly_answer_budget?: number | undefined
}

export type ScanSize = Omit<AnswerBudget, "answersOfPlan"> & {
  prompts: number
  /** Prompts that do not name your brand. Metrics cover these by default. */
  unbrandedPrompts: number
  engines: { id: string; name: string }[]
  regions: number
  runs: number
  tasks: number
  blockers: Blocker[]
}

const engineRow = z.object({
  id: engineId,
  name: z.string(),
  is_enabled: z.boolean(),
  base_url: z.string().nullable(),
  has_key: z.boolean(),
})
const sizeRow = answerBudgetRow.extend({
  client_status: z.string(),
  status: z.string(),
  open_scan_id: z.string().nullable(),
  prompts: z.int(),
  branded: z.int(),
  engines: z.array(engineRow),
  regions: z.int(),
  runs: z.int(),
  may_use_operator_engines: z.boolean(),
})

/** Computes the size for the project as it is, or with `change` applied. Throws "not found". */
export async function sizeOfScan(
  tx: Prisma.TransactionClient,
  teamId: string,
  projectId: string,
  now: Date,
  change: HypotheticalScanSettings = {},
): Promise<ScanSize> {
  const [found] = await rowsIn(tx, sizeRow, sizeQuery(teamId, projectId, now, change))
  if (!found) throw notFound("AI-visibility project")
  const urls = operatorUrls(found.may_use_operator_engines)
  const engines = found.engines.map(({ id, name, is_enabled, ...access }) => ({
    id,
    name,
    is_usable: is_enabled && canBeAsked({ engine_id: id, ...access }, urls),
  }))
  const prompts = change.prompts_n ?? found.prompts
  const regions = Math.max(1, found.regions)
  const tasks = prompts * engines.length * regions * found.runs
  const { answersOfPlan, ...budget } = computeAnswerBudget(found)
  return {
    prompts,
    unbrandedPrompts: Math.max(0, prompts - found.branded),
    engines,
    regions,
    runs: found.runs,
    tasks,
    ...budget,
    blockers: listBlockers({
      clientStatus: found.client_status,
      projectStatus: found.status,
      openScanId: found.open_scan_id,
      engines,
      prompts,
      tasks,
      answersLeft: budget.answersLeft,
      answersOfPlan,
    }),
  }
}

function sizeQuery(teamId: string, projectId: string, now: Date, change: HypotheticalScanSettings) {
  const askedEngines = sql`coalesce(${change.asked_engines ?? null}::text[], p.asked_engines)`
  const promptIds = change.prompt_ids ?? null
  return sql`
  select c.status as client_status, p.status, t.plan, t.limits, t.may_use_operator_engines,
    cardinality(coalesce(${change.regions ?? null}::text[], p.regions)) as regions,
    coalesce(${change.runs_per_prompt ?? null}::int, p.runs_per_prompt) as runs,
    coalesce(${change.monthly_answer_budget ?? null}::int, p.monthly_answer_budget) as project_budget,
    (select s.id from scan s where s.team_id = p.team_id and s.project_id = p.id and s.status in ('queued', 'running')) as open_scan_id,
    active.prompts, active.branded, this_month.used_by_team, this_month.used_by_project,
    (select coalesce(json_agg(json_build_object('id', asked.id, 'name', coalesce(e.name, asked.id), 'is_enabled', te.engine_id is not null,
        'base_url', te.base_url, 'has_key', te.key_sealed is not null) order by asked.position), '[]')
      from unnest(${askedEngines}) with ordinality as asked(id, position) left join ai_engine e on e.id = asked.id
      left join team_engine te on te.team_id = p.team_id and te.engine_id = asked.id and te.is_enabled) as engines
  from ai_project p join team t on t.id = p.team_id join client c on c.id = p.client_id and c.team_id = p.team_id
  cross join lateral (select count(*)::int as prompts, count(*) filter (where is_branded)::int as branded
    from ai_prompt where team_id = p.team_id and project_id = p.id and status = 'active'
      and (${promptIds}::text[] is null or id = any(${promptIds}::text[]))) active
  cross join lateral (${usedAnswers(now)}) this_month
  where p.team_id = ${teamId} and p.id = ${projectId}`
}
