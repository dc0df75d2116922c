/** Records which prompts, regions and engine configurations a scan asked. Breaks in the series are found from this. */
import { type Prisma, sql } from "@/prisma/client"

/** `prompts` is the id of a list in `ai_prompt_list`. An engine without an answer has neither a configuration nor a model. */
export type Asked = {
  prompts: string
  regions: string[]
  engines: { id: string; config: string | null; model: string | null }[]
  /** Cells without a successful task. */
  missing_n: number
}

type CountedScan = { team_id: string; project_id: string; scan_id: string }

/** Call in the transaction that writes the scan's metrics. Idempotent. */
export async function writeAsked(tx: Prisma.TransactionClient, { team_id, project_id, scan_id }: CountedScan) {
  const tasks = sql`scan_task t where t.team_id = ${team_id} and t.scan_id = ${scan_id}`
  await tx.$executeRaw(sql`
    with asked as materialized (select array_agg(distinct t.prompt_id collate "C" order by t.prompt_id collate "C") as prompt_ids from ${tasks}),
    list as (insert into ai_prompt_list (team_id, project_id, id, prompt_ids)
      select ${team_id}, ${project_id}, md5(array_to_string(prompt_ids, ' ')), prompt_ids from asked where prompt_ids is not null
      on conflict (project_id, id) do nothing)
    update scan set asked = jsonb_build_object('prompts', md5(array_to_string(a.prompt_ids, ' ')),
      'regions', (select jsonb_agg(distinct t.region collate "C" order by t.region collate "C") from ${tasks}),
      'engines', (select jsonb_agg(jsonb_build_object('id', id, 'config', config, 'model', model) order by id collate "C") from (
        select t.engine_id as id, string_agg(distinct n.engine_config_hash, '+' order by n.engine_config_hash) as config,
          string_agg(distinct n.model_version, ', ' order by n.model_version) as model
        from scan_task t left join answer n on n.task_id = t.id and n.team_id = ${team_id}
        where t.team_id = ${team_id} and t.scan_id = ${scan_id} group by t.engine_id) e),
      'missing_n', (select count(*) from (select from ${tasks} group by t.prompt_id, t.engine_id, t.region having bool_and(t.status <> 'succeeded')) m))
    from asked a where scan.team_id = ${team_id} and scan.id = ${scan_id} and a.prompt_ids is not null`)
}
