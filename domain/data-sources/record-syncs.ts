/** Records a manual import: one sync run for each data source in the file. */
import type { PoolClient } from "pg"
import { newId } from "@/domain/kernel/ids"
import type { Reading } from "./read-lines"
import type { Stored } from "./staged-facts"

export async function recordSyncs(
  connection: PoolClient,
  teamId: string,
  stored: Stored[],
  reading: Reading,
  now: Date,
) {
  for (const { data_source_id, from, to, facts_added, facts_restated } of stored)
    await connection.query(
      `INSERT INTO sync_run (id, team_id, data_source_id, trigger, window_from, window_to, status, rows_read, rows_upserted,
         rows_restated, error_code, error_message, started_at, finished_at)
       VALUES ($1, $2, $3, 'manual', $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp())`,
      [
        newId("syncRun", now.getTime()),
        teamId,
        data_source_id,
        from,
        to,
        reading.errors_total > 0 ? "partial" : "succeeded",
        reading.lines_read,
        facts_added + facts_restated,
        facts_restated,
        reading.errors_total > 0 ? "lines_left_out" : null,
        reading.errors_total > 0 ? `${reading.errors_total} lines could not be read.` : null,
        now,
      ],
    )
}
