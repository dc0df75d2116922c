/** Stores one part of a sync: its facts, the sync's progress and the source's state, in one transaction. */
import { addDays, type Day } from "@/domain/metrics/calendar"
import type { ReadResult } from "../connectors/connector"
import { connectors } from "../connectors/index"
import type { Quota } from "../connectors/quota"
import { inTransaction, withConnection } from "../facts/copy-rows"
import { type Stored, storeStaged } from "../facts/staged-facts"
import { stageFacts } from "../facts/write-facts"
import { recordRestatedDays } from "../record-restated-days"
import { type ClaimedSync, leaseMs } from "./claim-sync"
import { factsOf } from "./facts-of-rows"
import { finalDay } from "./sync-window"

/** Another process has taken the sync over, or a person has paused or disconnected the source. Nothing was stored. */
export class SyncTakenOverError extends Error {
  override name = "SyncTakenOverError"
}

type Chunk = { from: Day; to: Day }
type ReadChunk = ReadResult & { quotas: Quota[] }

/** Throws SyncTakenOverError. Updates `sync`, so that a later error counts as the first attempt after this part. */
export async function storeChunk(sync: ClaimedSync, chunk: Chunk, read: ReadChunk, now: Date) {
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
      await connection.query(updateSource, [...sourceValues(sync, chunk, final), now, sync.status, dataFrom])
    })
  })
  Object.assign(sync, { attempt: 1, status: "active", data_from: dataFrom })
}

const recordProgress = `
  update sync_run set rows_read = rows_read + $4, rows_upserted = rows_upserted + $5, rows_restated = rows_restated + $6,
    done_from = $7, attempt = 1, quality = quality | $8::smallint, quota = coalesce($9::jsonb, quota),
    lease_until = $10::timestamptz + $11::int * interval '1 ms'
  where team_id = $1 and id = $2 and lease_id = $3 and status = 'running'`

function progressValues(sync: ClaimedSync, chunk: Chunk, read: ReadChunk, stored: Stored[], now: Date) {
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
    read.quotas.length > 0 ? JSON.stringify(read.quotas) : null,
    now,
    leaseMs,
  ]
}

/**
 * Syncs read the latest days first. While a gap remains, `data_through` and `final_through` stay before it, so that the
 * next sync reads the gap if this one ends early.
 */
function sourceValues(sync: ClaimedSync, chunk: Chunk, final: Day) {
  const { team_id, data_source_id, window_to, data_through, final_through } = sync
  const hasGap = final_through !== null && chunk.from > addDays(final_through, 1)
  return [team_id, data_source_id, hasGap, data_through, final_through, final, chunk.to, window_to]
}

/**
 * Corrects values that `storeStaged` has set. Without a gap, `data_through` includes the parts of this sync that were
 * stored before. `final_through` must not pass the last settled day. `data_from` must be the first day that was read:
 * `storeStaged` sets an earlier day when a week or month of distinct counts starts before the part.
 */
const updateSource = `
  with days as (
    select case when $3 then $4::date else greatest(data_through, (
      select max(date) from metric_fact where team_id = $1 and data_source_id = $2 and date > $7::date and date <= $8::date)) end as through
    from data_source where team_id = $1 and id = $2)
  update data_source set status = 'active', status_reason = null, failed_attempts = 0,
    data_from = case when data_from is not null then $11::date end, data_through = days.through,
    final_through = case when $3 then $5::date else least(days.through, $6::date) end,
    last_attempt_at = $9, last_success_at = $9, updated_at = $9,
    status_changed_at = case when $10 = 'active' then status_changed_at else $9 end
  from days where team_id = $1 and id = $2`
