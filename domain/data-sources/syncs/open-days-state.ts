/**
 * Reads the state of the open days of a data source: the days after its last final day, which the platform may still
 * change.
 */
import { z } from "zod"
import { addDays, type Day, lengthInDays } from "@/domain/metrics/calendar"
import { rows, sql } from "@/prisma/client"
import { connectedProviders } from "../connectors/connector"
import { ConnectorError, type ConnectorErrorCode, connectorErrors } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { sourceStatuses } from "../data-source"
import { yesterdayOf } from "./sync-window"

export type SourceRef = { team_id: string; id: string }
export type OpenDays = { from: Day; to: Day }

const stateRow = z.object({
  provider: z.enum(connectedProviders),
  status: z.enum(sourceStatuses),
  account_timezone: z.string(),
  final_through: z.string(),
  stored_at: z.string().nullable(),
  unfinished_from: z.string().nullable(),
  unfinished_to: z.string().nullable(),
  unfinished_due_at: z.string().nullable(),
  unfinished_error: z.string().nullable(),
  failed_at: z.string().nullable(),
  failure: z.string().nullable(),
  failure_until: z.string().nullable(),
})
export type OpenDaysState = z.infer<typeof stateRow>

/**
 * Returns undefined for a source that is not connected to a platform, for a source without final days, because a sync
 * reads its history first, and for a source of an archived client.
 * `unfinished_*`: the unfinished sync and the days that it has stored. `failure`: the error of the last ended sync.
 */
export async function readOpenDaysState({ team_id, id }: SourceRef): Promise<OpenDaysState | undefined> {
  const [found] = await rows(
    stateRow,
    sql`
      select d.provider, d.status, d.account_timezone, d.final_through::text as final_through, d.last_success_at as stored_at,
        unfinished.done_from::text as unfinished_from, unfinished.window_to::text as unfinished_to, unfinished.due_at as unfinished_due_at,
        unfinished.error_code as unfinished_error, failed.finished_at as failed_at, failed.error_code as failure,
        failed.due_at as failure_until
      from data_source d join client c on c.team_id = d.team_id and c.id = d.client_id and c.status <> 'archived'
      left join sync_run unfinished on unfinished.team_id = d.team_id and unfinished.data_source_id = d.id
        and unfinished.status in ('queued', 'running')
      left join lateral (
        select r.finished_at, r.error_code, r.due_at from sync_run r
        where r.team_id = d.team_id and r.data_source_id = d.id and r.finished_at is not null
        order by r.started_at desc, r.id desc limit 1) failed on failed.error_code is not null
      where d.team_id = ${team_id} and d.id = ${id} and d.credentials_ref is not null and d.final_through is not null`,
  )
  return found
}

/**
 * Null when all days up to yesterday are final. Also null when there are more open days than one chunk of a sync has:
 * only syncs read these.
 */
export function openDaysOf({ provider, account_timezone, final_through }: OpenDaysState, now: Date): OpenDays | null {
  const from = addDays(final_through, 1)
  const to = yesterdayOf(account_timezone, now)
  if (from > to || lengthInDays(from, to) > connectors[provider].chunkDays) return null
  return { from, to }
}

/** Milliseconds for which a result is reused, whether data or an error. */
const reuseMs = 60_000

const isRecent = (at: string | null, now: Date) => at !== null && now.getTime() - Date.parse(at) < reuseMs
const isAhead = (at: string | null, now: Date) => at !== null && Date.parse(at) > now.getTime()

/** Whether any sync stored data less than a minute ago, or the unfinished sync has already stored the open days. */
export const isFresh = (state: OpenDaysState, openDays: OpenDays, now: Date): boolean =>
  isRecent(state.stored_at, now) ||
  (state.unfinished_from !== null &&
    state.unfinished_from <= openDays.from &&
    (state.unfinished_to ?? "") >= openDays.to)

/** The reason not to ask the platform now: it refused the authorization, it asked for a wait, or it has just failed. */
export function reasonNotToFetch(state: OpenDaysState, now: Date): ConnectorError | null {
  if (state.status === "reauth_required") return new ConnectorError("authorization_lost")
  if (isAhead(state.unfinished_due_at, now)) return errorOf(state.unfinished_error)
  if (isAhead(state.failure_until, now) || isRecent(state.failed_at, now))
    return state.failure === null ? null : errorOf(state.failure)
  return null
}

const errorOf = (code: string | null) =>
  new ConnectorError(code !== null && code in connectorErrors ? (code as ConnectorErrorCode) : "platform_error")
