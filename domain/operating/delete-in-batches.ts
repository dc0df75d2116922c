/** Deletes expired rows in batches, so that no statement runs long or holds a large number of locks. */
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import { removeScanSources } from "@/domain/scans/add-sources"
import { scanRef } from "@/domain/scans/scan"
import { acrossTeams, longTransaction, raw, rowsIn, type Sql, sql } from "@/prisma/client"

/** Deletes the rows of `table` (alias t) that match `condition`. Returns their number. */
export const deleteWhere = (table: string, condition: Sql): Promise<number> =>
  repeatInBatches(sql`
    with deleted as (
      delete from ${raw(`"${table}"`)} where ctid = any(array(
        select t.ctid from ${raw(`"${table}"`)} t where ${condition} limit ${batchSize})) returning 1)
    select count(*) as count from deleted`)

/**
 * The tables whose rows belong to one scan. All have an index that starts with `scan_id`. Mentions and citations are
 * deleted with their answer.
 */
export const tablesOfScan = [
  "scan_task",
  "answer",
  "ai_judgement",
  "visibility_cell",
  "visibility_cell_brand",
  "visibility_scan_brand",
  "ai_scan_source",
]

/**
 * Deletes finished scans with everything that belongs to them, and removes their citations from the totals per source.
 * Each scan is one transaction, so no page shows half of a scan. Returns their number.
 */
export const deleteScansBefore = (before: Sql): Promise<number> =>
  // Across teams: retention applies to all teams.
  acrossTeams(async () => {
    let deleted = 0
    while (await deleteOldestScan(before)) deleted++
    return deleted
  })

/**
 * Returns false when no scan is left to delete. Skips projects that import or recount answers, because both lock the
 * totals in another order. A later run deletes their scans.
 */
const deleteOldestScan = (before: Sql): Promise<boolean> =>
  longTransaction(120_000, async (tx) => {
    const [scan] = await rowsIn(
      tx,
      scanRef,
      sql`
        select s.team_id, s.project_id, s.id as scan_id from scan s join ai_project p on p.id = s.project_id and p.team_id = s.team_id
        where s.status not in ('queued', 'running') and coalesce(s.finished_at, s.created_at) < ${before}
          and not exists (select from ai_recount r where r.team_id = s.team_id and r.project_id = s.project_id and r.finished_at is null)
        order by coalesce(s.finished_at, s.created_at) limit 1 for update of s skip locked for no key update of p skip locked`,
    )
    if (!scan) return false
    const { team_id, scan_id } = scan
    await removeScanSources(tx, scan)
    for (const table of tablesOfScan)
      await tx.$executeRaw(sql`delete from ${raw(`"${table}"`)} where team_id = ${team_id} and scan_id = ${scan_id}`)
    await tx.$executeRaw(sql`delete from scan where team_id = ${team_id} and id = ${scan_id}`)
    return true
  })
