/**
 * Reads one chunk of days from the platform, and stores its facts, the progress of the sync and the state of the source
 * in one transaction.
 */
import { addDays, type Day } from "@/domain/metrics/calendar"
import { type Sql, sql } from "@/prisma/client"
import type { ReadResult, Session } from "../connectors/connector"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import type { Quota } from "../connectors/quota"
import { openSession } from "../connectors/session"
import { inTransaction, withConnection } from "../facts/copy-rows"
import { recordRestatedDays, replaceFacts, type StoreResult } from "../facts/staged-facts"
import { stageFacts } from "../facts/write-facts"
import { findGrant } from "../grants/stored-grant"
import { checkRows } from "./check-rows"
import { type ClaimedSync, leaseMs } from "./claim-sync"
import { toFacts } from "./facts-of-rows"
import { findLastFinalDay } from "./sync-window"

type Chunk = { from: Day; to: Day }

/** Another process has taken the sync over, or a person has paused or disconnected the source. Nothing was stored. */
export class SyncTakenOverError extends Error {
  override name = "SyncTakenOverError"
}

/** Loads the credentials, and returns a function that opens a session. `signal` aborts the session's requests. */
export async function prepareSessions(sync: ClaimedSync, now: () => Date): Promise<(signal: AbortSignal) => Session> {
  const grant = sync.credentials_ref === null ? undefined : await findGrant(sync.team_id, sync.credentials_ref)
  if (!grant) throw new ConnectorError("authorization_lost")
  return (signal) => openSession(sync.provider, grant.credentials, signal, now)
}

/**
 * Reads and stores one chunk. Then updates `sync`, so that a later error counts as the first attempt after this chunk.
 * Throws ConnectorError, or SyncTakenOverError when this process no longer holds the sync.
 */
export async function syncChunk(sync: ClaimedSync, session: Session, chunk: Chunk, now: () => Date) {
  const account = {
    id: sync.account_id,
    name: sync.display_name,
    timezone: sync.account_timezone,
    currency: sync.account_currency,
    options: sync.request_options,
  }
  const read = await connectors[sync.provider].read(session, account, { ...chunk, weekStartsOn: sync.week_starts_on })
  const rows = checkRows(read.rows, chunk)
  const dataFrom = sync.data_from !== null && sync.data_from < chunk.from ? sync.data_from : chunk.from
  await storeChunk(sync, chunk, { ...read, rows, quotas: session.quotas() }, dataFrom, now())
  sync.attempt = 1
  sync.status = "active"
  sync.data_from = dataFrom
}

type ReadChunk = ReadResult & { quotas: Quota[] }

async function storeChunk(sync: ClaimedSync, chunk: Chunk, read: ReadChunk, dataFrom: Day, now: Date) {
  const { zeroMetrics, finalAfterDays } = connectors[sync.provider]
  const lastFinalDay = findLastFinalDay(sync.account_timezone, finalAfterDays, now)
  const target = {
    client_id: sync.client_id,
    data_source_id: sync.data_source_id,
    currency: sync.account_currency,
    zeroMetrics,
  }
  await withConnection(sync.team_id, async (connection) => {
    await stageFacts(connection, toFacts(read, target, chunk, lastFinalDay))
    await inTransaction(connection, async () => {
      await recordRestatedDays(connection, sync.team_id, now)
      const [stored] = await replaceFacts(connection, sync.team_id, now)
      const { rowCount } = await connection.query(progressUpdate(sync, chunk, read, stored, now))
      if (rowCount === 0) throw new SyncTakenOverError()
      await connection.query(sourceUpdate(sync, chunk, { lastFinalDay, dataFrom, hasFacts: stored !== undefined }, now))
    })
  })
}

/** Updates no row when this process no longer holds the sync. `stored` is undefined when the chunk has no facts. */
function progressUpdate(
  sync: ClaimedSync,
  chunk: Chunk,
  read: ReadChunk,
  stored: StoreResult | undefined,
  now: Date,
): Sql {
  const { facts_added, facts_restated } = stored ?? { facts_added: 0, facts_restated: 0 }
  const qualityOfRows = read.rows.reduce((bits, row) => bits | row.quality, 0)
  const quotas = read.quotas.length > 0 ? JSON.stringify(read.quotas) : null
  return sql`
    update sync_run set rows_read = rows_read + ${read.rows.length}::int,
      rows_upserted = rows_upserted + ${facts_added + facts_restated}::int, rows_restated = rows_restated + ${facts_restated}::int,
      done_from = ${chunk.from}::date, attempt = 1, quality = quality | ${qualityOfRows}::smallint,
      quota = coalesce(${quotas}::jsonb, quota), lease_until = ${now}::timestamptz + ${leaseMs}::int * interval '1 ms'
    where team_id = ${sync.team_id} and id = ${sync.id} and lease_id = ${sync.lease_id} and status = 'running'`
}

type SourceDays = { lastFinalDay: Day; dataFrom: Day; hasFacts: boolean }

/**
 * Updates the days and the status of the source. A source without any facts has no first day.
 *
 * `data_through` includes all chunks that this sync has stored, and `final_through` does not pass the last final day.
 * Syncs read the latest days first, so there can be a gap between the days that are already final and the chunk. While
 * there is a gap, `data_through` and `final_through` do not change, so that the next sync reads the gap if this one
 * ends early.
 */
function sourceUpdate(sync: ClaimedSync, chunk: Chunk, days: SourceDays, now: Date): Sql {
  const { team_id, data_source_id, window_to, data_through, final_through } = sync
  const hasGap = final_through !== null && chunk.from > addDays(final_through, 1)
  const lastStoredDay = sql`(
    select max(date) from metric_fact where team_id = ${team_id} and data_source_id = ${data_source_id}
      and date >= ${chunk.from}::date and date <= ${window_to}::date)`
  const through = hasGap ? sql`${data_through}::date` : sql`greatest(data_through, ${lastStoredDay})`
  const finalThrough = hasGap ? sql`${final_through}::date` : sql`least(${through}, ${days.lastFinalDay}::date)`
  return sql`
    update data_source set status = 'active', status_reason = null, failed_attempts = 0,
      data_from = case when data_from is not null or ${days.hasFacts}::boolean then ${days.dataFrom}::date end,
      data_through = ${through}, final_through = ${finalThrough},
      last_attempt_at = ${now}::timestamptz, last_success_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
      status_changed_at = case when ${sync.status}::text = 'active' then status_changed_at else ${now}::timestamptz end
    where team_id = ${team_id} and id = ${data_source_id}`
}
