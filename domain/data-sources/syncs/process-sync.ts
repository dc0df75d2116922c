/**
 * Processes a sync: reads its window in parts, the latest days first, and stores each part whole. Several processes may do
 * so at once, and any may be killed. A stored part is never read again by the same sync.
 */
import { inTeam } from "@/prisma/client"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { openSession } from "../connectors/session"
import { findGrant } from "../grants/stored-grant"
import { checkedRows } from "./check-rows"
import { type ClaimedSync, claimSync } from "./claim-sync"
import { endSync, recordFailure, releaseSync } from "./end-sync"
import { SyncTakenOverError, storeChunk } from "./store-chunk"
import { nextChunk } from "./sync-window"

/** Attempts after which a sync whose process dies again and again ends. */
const maxTakeOvers = 8
/** Longest time for reading one part. The lease lasts longer. */
const readTimeoutMs = 480_000

type Clock = { until: Date; now?: () => Date }

/**
 * Returns 0 when there is more to read at once, or null when the sync has ended, waits for its next attempt, or runs
 * elsewhere. Reads nothing new after `until`, which the caller may move to an earlier time.
 */
export async function processSync(syncId: string, { until, now = () => new Date() }: Clock): Promise<number | null> {
  const sync = await claimSync(syncId, now())
  if (!sync) return null
  return inTeam(sync.team_id, async () => {
    try {
      if (sync.attempt > maxTakeOvers) throw new ConnectorError("interrupted")
      return await readParts(sync, until, now)
    } catch (error) {
      if (error instanceof SyncTakenOverError) return null
      if (!(error instanceof ConnectorError)) throw error
      await recordFailure(sync, error, now())
      return null
    }
  })
}

async function readParts(sync: ClaimedSync, until: Date, now: () => Date): Promise<number | null> {
  const connector = connectors[sync.provider]
  const session = await openSyncSession(sync)
  for (let done_from = sync.done_from; ; ) {
    const chunk = nextChunk({ ...sync, done_from }, connector.chunkDays)
    if (!chunk) {
      await endSync(sync, now())
      return null
    }
    if (now() >= until) {
      await releaseSync(sync)
      return 0
    }
    const account = {
      id: sync.account_id,
      name: sync.display_name,
      timezone: sync.account_timezone,
      currency: sync.account_currency,
      options: sync.request_options,
    }
    const read = await connector.read(session(), account, { ...chunk, weekStartsOn: sync.week_starts_on })
    await storeChunk(sync, chunk, { ...read, rows: checkedRows(read.rows, chunk) }, now())
    done_from = chunk.from
  }
}

/** Returns a function that opens a session for one part, with its own deadline. */
async function openSyncSession(sync: ClaimedSync) {
  const grant = sync.credentials_ref === null ? undefined : await findGrant(sync.team_id, sync.credentials_ref)
  if (!grant) throw new ConnectorError("authorization_lost")
  return () => openSession(sync.provider, grant.credentials, AbortSignal.timeout(readTimeoutMs))
}
