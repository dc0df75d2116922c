/** Records an import: one sync run for each data source in the file. */
import { basename } from "node:path"
import type { PoolClient } from "pg"
import { newId } from "@/domain/kernel/ids"
import { sql } from "@/prisma/client"
import type { StoreResult } from "../facts/staged-facts"
import type { FileReadState } from "./read-lines"

type Import = { teamId: string; file: string; now: Date }

/** Runs while the facts are still staged. `days` lets a later import of the same days name this file. */
export async function recordSyncs(
  connection: PoolClient,
  { teamId, file, now }: Import,
  stored: StoreResult[],
  { lines_read, errors_total }: FileReadState,
) {
  const outcome =
    errors_total > 0
      ? {
          status: "partial",
          error_code: "lines_left_out",
          error_message: `${errors_total} lines could not be read. Their days were not changed.`,
        }
      : { status: "succeeded", error_code: null, error_message: null }
  for (const { data_source_id, from, to, facts_added, facts_restated } of stored)
    await connection.query(sql`
      insert into sync_run (id, team_id, data_source_id, trigger, window_from, window_to, status, rows_read, rows_upserted,
        rows_restated, error_code, error_message, file_name, days, started_at, finished_at)
      select ${newId("syncRun", now.getTime())}, ${teamId}, ${data_source_id}, 'manual', ${from}::date, ${to}::date,
        ${outcome.status}, ${lines_read}::int, ${facts_added + facts_restated}::int, ${facts_restated}::int,
        ${outcome.error_code}, ${outcome.error_message}, ${basename(file)}, array_agg(distinct date), ${now}::timestamptz,
        clock_timestamp()
      from staged_fact where data_source_id = ${data_source_id}`)
}
