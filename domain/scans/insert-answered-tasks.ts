/** Records imported answers as tasks of scans. Each combination of prompt, engine, region and run is inserted only once per scan. */
import { idRow } from "@/domain/kernel/rows"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

export type AnsweredTask = {
  task_id: string
  scan_id: string
  prompt_id: string
  engine_id: string
  region: string
  run_index: number
}

/** Inserts the tasks and returns the ids of the new ones. The others already have an answer. */
export async function insertAnsweredTasks(
  tx: Prisma.TransactionClient,
  teamId: string,
  tasks: readonly AnsweredTask[],
): Promise<Set<string>> {
  const inserted = await rowsIn(
    tx,
    idRow,
    sql`
      insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, region, run_index, status, attempts)
      select task_id, ${teamId}, scan_id, prompt_id, engine_id, region, run_index, 'succeeded', 1
      from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
        as r(task_id text, scan_id text, prompt_id text, engine_id text, region text, run_index smallint)
      on conflict (scan_id, prompt_id, engine_id, region, run_index) do nothing returning id`,
  )
  return new Set(inserted.map(({ id }) => id))
}
