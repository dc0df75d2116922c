/** Records imported answers as tasks of scans. Each combination of prompt, engine, region and run is taken only once per scan. */
import { type Prisma, sql } from "@/prisma/client"

export type AnsweredTask = {
  task_id: string
  scan_id: string
  prompt_id: string
  engine_id: string
  region: string
  run_index: number
}

/** Inserts the tasks and returns the ids of the new ones. The others already have an answer. */
export async function takeTasks(
  tx: Prisma.TransactionClient,
  teamId: string,
  tasks: readonly AnsweredTask[],
): Promise<Set<string>> {
  const taken = await tx.$queryRaw<{ id: string }[]>(sql`
    insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, region, run_index, status, attempts)
    select task_id, ${teamId}, scan_id, prompt_id, engine_id, region, run_index, 'succeeded', 1
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
      as r(task_id text, scan_id text, prompt_id text, engine_id text, region text, run_index smallint)
    on conflict (scan_id, prompt_id, engine_id, region, run_index) do nothing returning id`)
  return new Set(taken.map(({ id }) => id))
}
