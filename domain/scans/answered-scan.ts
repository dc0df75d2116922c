/**
 * Writes scans whose answers exist already, as in imports and sample data: first the tasks of the answers, and last the
 * counts, times and metrics of the scan.
 */
import { idRow } from "@/domain/kernel/rows"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import type { ScanRef } from "./scan"
import { writeMetrics } from "./write-metrics"

type AnsweredTask = {
  task_id: string
  scan_id: string
  prompt_id: string
  engine_id: string
  region: string
  run_index: number
}

/**
 * Inserts the tasks, each combination of prompt, engine, region and run only once per scan. Returns the ids of the new
 * ones. The others already have an answer.
 */
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

/** Call in the transaction that wrote the answers. Call it again after adding answers, to count those too. */
export async function finishAnsweredScan(tx: Prisma.TransactionClient, scan: ScanRef) {
  const { team_id, scan_id } = scan
  await tx.$executeRaw(sql`
    update scan s set status = 'completed', tasks_total = n.tasks, tasks_succeeded = n.tasks, answers_valid = n.tasks,
      started_at = n.first, queued_at = n.first, finished_at = n.last
    from (select count(*)::int as tasks, min(asked_at) as first, max(asked_at) as last
      from answer where team_id = ${team_id} and scan_id = ${scan_id}) n
    where s.team_id = ${team_id} and s.id = ${scan_id}`)
  await writeMetrics(tx, scan)
}
