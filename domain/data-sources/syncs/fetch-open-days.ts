/**
 * Fetches the open days of a data source from its platform while a request waits, and stores them as a sync does. Open
 * days are the days that are not final. Requests for the same source share one fetch, in this process and across
 * processes.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { ConnectorError } from "../connectors/connector-error"
import { secondsUntil } from "../connectors/quota"
import { type ClaimedSync, claimedColumns, claimedRow, isAccountBusy } from "./claim-sync"
import { completeSync, recordFetchFailure } from "./end-sync"
import {
  isFresh,
  type OpenDays,
  openDaysOf,
  readOpenDaysState,
  reasonNotToFetch,
  type SourceRef,
} from "./open-days-state"
import { findQuotaWait } from "./quota-wait"
import { prepareSessions, SyncTakenOverError, syncChunk } from "./sync-chunk"

/** Longest time for a fetch, in milliseconds. It includes the wait for another sync of the account. */
const fetchTimeoutMs = 8_000
/** If this process dies, another one continues the sync after this time. */
const leaseMs = 60_000
const pollMs = 200

/** `isLive`: read for this request or a concurrent one. Otherwise the days were stored less than a minute before. */
export type FetchedOpenDays = OpenDays & { isLive: boolean }

/**
 * Returns null when there is nothing to fetch: the source is not synced (not connected, paused, or of an archived
 * client), has no final day yet, has only final days, or has more open days than one request reads. Also returns null
 * when nothing was stored because the source was paused or disconnected meanwhile. Throws ConnectorError when the
 * platform fails, or has asked for a wait.
 */
export function fetchOpenDays(source: SourceRef, now: () => Date): Promise<FetchedOpenDays | null> {
  const inFlight = processWide("open-days-fetches", () => new Map<string, Promise<FetchedOpenDays | null>>())
  const running = inFlight.get(source.id)
  if (running) return running
  const fetched = inTeam(source.team_id, () => fetchOnce(source, now)).finally(() => inFlight.delete(source.id))
  inFlight.set(source.id, fetched)
  return fetched
}

async function fetchOnce(source: SourceRef, now: () => Date): Promise<FetchedOpenDays | null> {
  const signal = AbortSignal.timeout(fetchTimeoutMs)
  let hasWaited = false
  for (;;) {
    const state = await readOpenDaysState(source)
    if (!state) return null
    const error = reasonNotToFetch(state, now())
    if (error) throw error
    const openDays = openDaysOf(state, now())
    if (!openDays || !["active", "error"].includes(state.status)) return null
    if (isFresh(state, openDays, now())) return { ...openDays, isLive: hasWaited }
    const waitUntil = await findQuotaWait(source, now())
    if (waitUntil) throw new ConnectorError("rate_limited", secondsUntil(waitUntil, now()))
    const sync = await claimOpenDays(source, openDays, now())
    if (sync) return (await fetchClaimed(sync, openDays, signal, now)) ? { ...openDays, isLive: true } : null
    // Another sync of the account is unfinished. Its result counts for this request too.
    await sleep(pollMs, undefined, { signal }).catch(() => {
      throw new ConnectorError("timeout")
    })
    hasWaited = true
  }
}

/** Returns undefined while another sync of the source or of its account is unfinished. */
async function claimOpenDays(
  { team_id, id }: SourceRef,
  openDays: OpenDays,
  now: Date,
): Promise<ClaimedSync | undefined> {
  const syncId = newId("syncRun", now.getTime())
  const leaseId = newId("syncRun")
  const leaseUntil = new Date(now.getTime() + leaseMs)
  // Across teams, because an account can belong to several.
  const [claimed] = await acrossTeams(() =>
    rows(
      claimedRow,
      sql`
        with r as (
          insert into sync_run (id, team_id, data_source_id, trigger, window_from, window_to, status, lease_id, lease_until, started_at, due_at)
          select ${syncId}, d.team_id, d.id, 'report', ${openDays.from}::date, ${openDays.to}::date, 'running', ${leaseId}, ${leaseUntil}, ${now}, ${now}
          from data_source d join client c on c.id = d.client_id and c.team_id = d.team_id
          where d.team_id = ${team_id} and d.id = ${id} and c.status <> 'archived' and not ${isAccountBusy(syncId, now)}
          on conflict (data_source_id) where status in ('queued', 'running') do nothing
          returning *)
        select ${claimedColumns}
        from r join data_source d on d.id = r.data_source_id and d.team_id = r.team_id join team t on t.id = d.team_id`,
    ),
  )
  return claimed
}

/** Returns false when nothing was stored, because the source was paused or disconnected or its sync was taken over. */
async function fetchClaimed(
  sync: ClaimedSync,
  openDays: OpenDays,
  signal: AbortSignal,
  now: () => Date,
): Promise<boolean> {
  try {
    const openSession = await prepareSessions(sync, now)
    await syncChunk(sync, openSession(signal), openDays, now)
    await completeSync(sync, now())
    return true
  } catch (thrown) {
    if (thrown instanceof SyncTakenOverError) return false
    const error = thrown instanceof ConnectorError ? thrown : new ConnectorError("interrupted")
    if (error !== thrown)
      log.error({ err: thrown, data_source_id: sync.data_source_id }, "could not fetch the open days of a data source")
    await recordFetchFailure(sync, error, now())
    throw error
  }
}
