/** Stores one part of a sync: its facts, the sync's progress and the source's state, in one transaction. */
import type { Day } from "@/domain/metrics/calendar"
import type { ReadResult } from "../connectors/connector"
import { connectors } from "../connectors/index"
import { inTransaction, withConnection } from "../copy-rows"
import { recordRestatedDays } from "../record-restated-days"
import { type Stored, storeStaged } from "../staged-facts"
import { stageFacts } from "../write-facts"
import { type ClaimedSync, leaseMs } from "./claim-sync"
import { factsOf } from "./facts-of-rows"
import { finalDay } from "./sync-window"

/** Another process has taken the sync over, or a person has paused or disconnected the source. Nothing was stored. */
export class SyncTakenOverError extends Error {
  override name = "SyncTakenOverError"
}

type Chunk = { from: Day; to: Day }

export async function storeChunk(sync: ClaimedSync, chunk: Chunk, read: ReadResult, now: Date) {
  const { zeroMetrics, settlesAfterDays } = connectors[sync.provider]
  const final = finalDay(sync.account_timezone, settlesAfterDays, now)
  const target = {
    client_id: sync.client_id,
    data_source_id: sync.data_source_id,
    currency: sync.account_currency,
    zeroMetrics,
  }
  const dataFrom = sync.data_from !== null && sync.data_from < chunk.from ? sync.data_from : chunk.from
  await withConnection(sync.team_id, async (connection) => {
    await stageFacts(connection, factsOf(read, target, chunk, final))
    await inTransaction(connection, async () => {
      await recordRestatedDays(connection, sync.team_id, now)
      const stored = await storeStaged(connection, sync.team_id, now)
      const { rowCount } = await connection.query(recordProgress, progressValues(sync, chunk, read, stored, now))
      if (rowCount === 0) throw new SyncTakenOverError()
      const values = [sync.team_id, sync.data_source_id, final, now, sync.status, dataFrom]
      await connection.query(updateSource, values)
    })
  })
  Object.assign(sync, { attempt: 1, status: "active", data_from: dataFrom })
}

const recordProgress = `
  update sync_run set rows_read = rows_read + $4, rows_upserted = rows_upserted + $5, rows_restated = rows_restated + $6,
    done_from = $7, attempt = 1, quality = quality | $8::smallint, quota = coalesce($9::jsonb, quota),
    lease_until = $10::timestamptz + $11::int * interval '1 ms'
  where team_id = $1 and id = $2 and lease_id = $3 and status = 'running'`

function progressValues(sync: ClaimedSync, chunk: Chunk, read: ReadResult, stored: Stored[], now: Date) {
  const [counts] = stored
  const quality = read.rows.reduce((bits, row) => bits | row.quality, 0)
  return [
    sync.team_id,
    sync.id,
    sync.lease_id,
    read.rows.length,
    (counts?.facts_added ?? 0) + (counts?.facts_restated ?? 0),
    counts?.facts_restated ?? 0,
    chunk.from,
    quality,
    read.quota && JSON.stringify(read.quota),
    now,
    leaseMs,
  ]
}

/**
 * Corrects two values that `storeStaged` has set. `final_through` must not pass the last settled day. `data_from` must
 * not be the start of a month that begins before the stored days, as counts of people by month have it.
 */
const updateSource = `
  update data_source set status = 'active', status_reason = null, failed_attempts = 0,
    data_from = case when data_from is not null then $6::date end, final_through = least(data_through, $3::date),
    last_attempt_at = $4, last_success_at = $4, updated_at = $4,
    status_changed_at = case when $5 = 'active' then status_changed_at else $4 end
  where team_id = $1 and id = $2`
