/** Finishes a scan whose answers are complete from the start, as in imports and sample data: its counts, times and metrics. */
import { type Prisma, sql } from "@/prisma/client"
import { type ScanRef, writeMetrics } from "./write-metrics"

/** Call in the transaction that wrote the answers. Call it again after adding answers to count those too. */
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
