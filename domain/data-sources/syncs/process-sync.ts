/**
 * Processes a sync: reads its window in chunks of days, the latest first, and stores each chunk in one transaction.
 * Several processes can work on different syncs. If one is killed, another continues after the last stored chunk.
 */
import type { Deadline } from "@/domain/kernel/deadline"
import { inTeam } from "@/prisma/client"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { type ClaimedSync, claimSync } from "./claim-sync"
import { completeSync, postponeSync, recordFailure, releaseSync } from "./end-sync"
import { findQuotaWait } from "./quota-wait"
import { prepareSessions, SyncTakenOverError, syncChunk } from "./sync-chunk"
import { nextChunk } from "./sync-window"

/** A sync whose processes keep dying ends after this many attempts without a stored chunk. */
const maxTakeOvers = 8
/** Longest time for reading one chunk. The lease lasts longer. */
const readTimeoutMs = 480_000

/**
 * Returns 0 when there is more to read: the milliseconds until the next call, as `runInRounds` expects. Returns null
 * when the sync has ended, must wait, or runs elsewhere. Starts no chunk after the deadline.
 */
export async function processSync(syncId: string, deadline: Deadline, now = () => new Date()): Promise<number | null> {
  const sync = await claimSync(syncId, now())
  if (!sync) return null
  return inTeam(sync.team_id, async () => {
    try {
      if (sync.attempt > maxTakeOvers) throw new ConnectorError("interrupted")
      return await syncChunks(sync, deadline, now)
    } catch (error) {
      if (error instanceof SyncTakenOverError) return null
      if (!(error instanceof ConnectorError)) throw error
      await recordFailure(sync, error, now())
      return null
    }
  })
}

async function syncChunks(sync: ClaimedSync, deadline: Deadline, now: () => Date): Promise<number | null> {
  const { chunkDays } = connectors[sync.provider]
  const openSession = await prepareSessions(sync, now)
  let chunk = nextChunk(sync, chunkDays)
  while (chunk) {
    if (deadline.hasPassed) {
      await releaseSync(sync)
      return 0
    }
    const waitUntil = await findQuotaWait({ team_id: sync.team_id, id: sync.data_source_id }, now())
    if (waitUntil) {
      await postponeSync(sync, waitUntil)
      return null
    }
    await syncChunk(sync, openSession(AbortSignal.timeout(readTimeoutMs)), chunk, now)
    chunk = nextChunk({ ...sync, done_from: chunk.from }, chunkDays)
  }
  await completeSync(sync, now())
  return null
}
