/** Reads one part of a sync's window from the platform and stores it whole. */
import type { Day } from "@/domain/metrics/calendar"
import type { Session } from "../connectors/connector"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { openSession } from "../connectors/session"
import { findGrant } from "../grants/stored-grant"
import { checkedRows } from "./check-rows"
import type { ClaimedSync } from "./claim-sync"
import { storeChunk } from "./store-chunk"

/** Throws ConnectorError, or SyncTakenOverError when this process no longer holds the sync. */
export async function readPart(sync: ClaimedSync, session: Session, part: { from: Day; to: Day }, now: () => Date) {
  const account = {
    id: sync.account_id,
    name: sync.display_name,
    timezone: sync.account_timezone,
    currency: sync.account_currency,
    options: sync.request_options,
  }
  const read = await connectors[sync.provider].read(session, account, { ...part, weekStartsOn: sync.week_starts_on })
  const rows = checkedRows(read.rows, part)
  await storeChunk(sync, part, { ...read, rows, quotas: session.quotas() }, now())
}

/** Returns a function that opens a session. The signal aborts the session's requests. */
export async function openSyncSession(sync: ClaimedSync, now: () => Date): Promise<(signal: AbortSignal) => Session> {
  const grant = sync.credentials_ref === null ? undefined : await findGrant(sync.team_id, sync.credentials_ref)
  if (!grant) throw new ConnectorError("authorization_lost")
  return (signal) => openSession(sync.provider, grant.credentials, signal, now)
}
