/**
 * Processes a sync: reads its window in parts, the latest days first, and stores each part whole. Several processes may
 * do so at once, and any may be killed. A stored part is never read again by the same sync.
 */
import { inTeam } from "@/prisma/client"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { type ClaimedSync, claimSync } from "./claim-sync"
import { completeSync, postponeSync, recordFailure, releaseSync } from "./end-sync"
import { findQuotaWait } from "./quota-wait"
import { openSyncSession, readPart } from "./read-part"
import { SyncTakenOverError } from "./store-chunk"
import { nextChunk } from "./sync-window"

/** A sync whose processes keep dying ends after this many attempts without a stored part. */
const maxTakeOvers = 8
/** Longest time for reading one part. The lease lasts longer. */
const readTimeoutMs = 480_000

type Clock = { until: Date; now?: () => Date }

/**
 * Returns the milliseconds until the next call, always 0, when there is more to read. Returns null when the sync has
 * ended, must wait, or runs elsewhere. Starts no part after `until`, which a shutdown moves to an earlier time.
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
  const { chunkDays } = connectors[sync.provider]
  const session = await openSyncSession(sync, now)
  for (let done_from = sync.done_from; ; ) {
    const chunk = nextChunk({ ...sync, done_from }, chunkDays)
    if (!chunk) {
      await completeSync(sync, now())
      return null
    }
    if (now() >= until) {
      await releaseSync(sync)
      return 0
    }
    const wait = await findQuotaWait({ team_id: sync.team_id, id: sync.data_source_id }, now())
    if (wait) {
      await postponeSync(sync, wait)
      return null
    }
    await readPart(sync, session(AbortSignal.timeout(readTimeoutMs)), chunk, now)
    done_from = chunk.from
  }
}
