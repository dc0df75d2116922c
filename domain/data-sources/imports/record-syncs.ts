/** Records an import: one sync run for each data source in the file. */
import { basename } from "node:path"
import type { PoolClient } from "pg"
import { newId } from "@/domain/kernel/ids"
import type { Stored } from "../facts/staged-facts"
import type { FileReadState } from "./read-lines"

type Import = { teamId: string; file: string; now: Date }

/** Runs while the facts are still staged. `days` lets a later import of the same days name this file. */
export async function recordSyncs(
  connection: PoolClient,
  metricsImport: Import,
  stored: Stored[],
  reading: FileReadState,
) {
  const { teamId, file, now } = metricsImport
  const isPartial = reading.errors_total > 0
  for (const { data_source_id, from, to, facts_added, facts_restated } of stored)
    await connection.query(
      `insert into sync_run (id, team_id, data_source_id, trigger, window_from, window_to, status, rows_read, rows_upserted,
         rows_restated, error_code, error_message, file_name, days, started_at, finished_at)
       select $1, $2, $3, 'manual', $4, $5, $6, $7, $8, $9, $10, $11, $12, array_agg(distinct date), $13, clock_timestamp()
       from staged_fact where data_source_id = $3`,
      [
        newId("syncRun", now.getTime()),
        teamId,
        data_source_id,
        from,
        to,
        isPartial ? "partial" : "succeeded",
        reading.lines_read,
        facts_added + facts_restated,
        facts_restated,
        isPartial ? "lines_left_out" : null,
        isPartial ? `${reading.errors_total} lines could not be read. Their days were not changed.` : null,
        basename(file),
        now,
      ],
    )
}
