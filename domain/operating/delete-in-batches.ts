/** Deletes expired rows a batch at a time, so that no statement runs long or holds many locks. */
import { acrossTeams, longTransaction, raw, rows, type Sql, sql } from "@/prisma/client"

const batchSize = 1_000

/** Deletes the rows of `table` (alias t) that meet `condition`. Returns how many. */
export const deleteWhere = (table: string, condition: Sql): Promise<number> =>
  inBatches(sql`
    with gone as (
      delete from ${raw(`"${table}"`)} where ctid = any(array(
        select t.ctid from ${raw(`"${table}"`)} t where ${condition} limit ${batchSize})) returning 1)
    select count(*) as count from gone`)

/** Repeats `statement`, which changes at most a batch and returns `count`, until a batch is not full. Returns the sum. */
export const inBatches = (statement: Sql): Promise<number> =>
  // Across teams: what expires, expires for all of them.
  acrossTeams(async () => {
    for (let changed = 0; ; ) {
      const [batch] = await rows<{ count: number }>(statement)
      changed += batch?.count ?? 0
      if (!batch || batch.count < batchSize) return changed
    }
  })

/** The tables whose rows belong to one scan; all have an index that begins with `scan_id`. Mentions and citations go with their answer. */
export const tablesOfScan = ["scan_task", "answer", "ai_judgement", "ai_cell", "ai_metric_rollup", "ai_scan_source"]

/** Deletes finished scans, one a transaction with everything that belongs to it, so that no page ever shows half of a scan. Returns how many. */
export const deleteScansBefore = (before: Sql): Promise<number> =>
  // Across teams: what expires, expires for all of them.
  acrossTeams(async () => {
    for (let deleted = 0; ; deleted++) if (!(await deleteOldestScan(before))) return deleted
  })

/** A scan whose answers are being recounted is left for the next time. */
const deleteOldestScan = (before: Sql): Promise<boolean> =>
  longTransaction(120_000, async (tx) => {
    const [scan] = await tx.$queryRaw<{ id: string; team_id: string }[]>(sql`
      select s.id, s.team_id from scan s
      where s.status not in ('queued', 'running') and coalesce(s.finished_at, s.created_at) < ${before}
        and not exists (select from ai_recount r where r.team_id = s.team_id and r.scan_id = s.id)
      order by coalesce(s.finished_at, s.created_at) limit 1 for update skip locked`)
    if (!scan) return false
    for (const table of tablesOfScan)
      await tx.$executeRaw(
        sql`delete from ${raw(`"${table}"`)} where team_id = ${scan.team_id} and scan_id = ${scan.id}`,
      )
    await tx.$executeRaw(sql`delete from scan where team_id = ${scan.team_id} and id = ${scan.id}`)
    return true
  })
